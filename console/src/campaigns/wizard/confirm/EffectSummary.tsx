import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { otaKindNames } from '@simdeck/contract/ota-kinds/kinds.ts'
import { TextButton } from '../../../ui/form/Button.tsx'
import { BarLegend, RatioBar } from '../../../ui/value/Bits.tsx'
import type { BarPart } from '../../../ui/value/Bits.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useLanguage } from '../../../ui/words/language.ts'
import { textIn, useText } from '../../../ui/words/text.ts'
import { dryRunText } from '../../dry-run/dry-run-text.ts'
import { usePackageName } from '../../package-name.ts'
import { kindText } from '../../kinds/kind-text.tsx'
import { consoleKinds } from '../../kinds/kinds.ts'
import { useScriptName } from '../../kinds/script-name.ts'
import { packageOf } from '../wizard-draft.ts'
import type { Draft } from '../wizard-draft.ts'
import { wizardText } from '../wizard-text.tsx'
import css from '../wizard.module.css'

/** Name of the package or applet that is installed or uninstalled, or whose script is sent. */
function useSubjectName(draft: Draft): string {
  const t = useText(kindText)
  const packageName = usePackageName()
  const script = useScriptName(draft)
  const named = packageOf(draft)
  if (named) return `${packageName(named)} ${named.otaVersion}`
  if (script !== null) return script
  if (draft.action === 'remove-extra' && draft.extra.value !== null) return draft.extra.value
  return draft.removes === 'poller' ? t.removePoller : t.removeOther
}

/** Proposed name of the campaign. */
export function useProposedName(draft: Draft): string {
  const language = useLanguage()
  const name = useSubjectName(draft)
  return consoleKinds[draft.action].campaignName(name, language)
}

interface EffectSummaryProps {
  draft: Draft
  dryRun: DryRun
  /** True if the user selected the SIMs, false if a filter did. */
  chosen: boolean
  /** Opens the list of the SIMs. */
  onList: () => void
}

/** Summary of the campaign: a sentence with the number of SIMs, and a bar with the number of SIMs by action. */
export function EffectSummary({ draft, dryRun, chosen, onList }: EffectSummaryProps) {
  const t = useText(wizardText)
  const { perSim } = useText(dryRunText)
  const language = useLanguage()
  const name = useSubjectName(draft)
  const { eligible, total } = dryRun
  const parts = partsOf(dryRun, draft.action === 'install' ? draft.package?.name : undefined, language)
  const count = formatNumber(eligible)
  return (
    <section>
      <p className={css.say}>
        {eligible === 0 ? t.noneSentence : consoleKinds[draft.action].sentence(count, name, draft.package?.label ?? '', language)}
      </p>
      <RatioBar label={t.targetSims} parts={parts} large />
      <div className={css.legend}>
        <BarLegend parts={parts} />
        <span className={css.note}>{chosen ? t.chosen(formatNumber(total)) : t.matched(formatNumber(total))}</span>
        <TextButton onClick={onList}>{perSim}</TextButton>
      </div>
    </section>
  )
}

const namedVersions = 3

/**
 * Version that SIMs hold now: its number if it is of the package that is installed, otherwise the name and the number. Empty if
 * they hold none.
 */
function heldVersions({ fromName, fromVersion }: DryRun['actions'][number], installed: string | undefined): string[] {
  if (fromVersion === null) return []
  return [fromName === null || fromName === installed ? fromVersion : `${fromName} ${fromVersion}`]
}

/** The target SIMs by what happens to them. `installed` is the name of the package that is installed. */
export function partsOf({ actions, eligible, total }: DryRun, installed: string | undefined, language: Language): BarPart[] {
  const t = textIn(wizardText, language)
  const part = (kind: DryRun['actions'][number]['kind'], tone: BarPart['tone'], name: (from: string) => string): BarPart[] => {
    const same = actions.filter((action) => action.kind === kind)
    const versions = [...new Set(same.flatMap((action) => heldVersions(action, installed)))]
    const from = versions.slice(0, namedVersions).join(t.comma) + (versions.length > namedVersions ? t.andMore : '')
    const value = same.reduce((sum, action) => sum + action.count, 0)
    return value > 0 ? [{ name: name(from), value, tone }] : []
  }
  return [
    ...part('update', 'chart1', t.update),
    ...otaKindNames.flatMap((kind) => {
      const { tone, words } = consoleKinds[kind].share
      return part(kind, tone, (from) => words(from, language))
    }),
    ...(total > eligible ? [{ name: t.excluded, value: total - eligible, tone: 'rest' as const }] : []),
  ]
}
