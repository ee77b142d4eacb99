import { TextInput } from '@mantine/core'
import { CallError } from '@simdeck/contract/client.ts'
import { putBulkOta } from '@simdeck/contract/ota.ts'
import type { Campaign, DryRun } from '@simdeck/contract/ota.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../session/api.ts'
import { failureText } from '../session/failure.ts'
import { MayButton } from '../session/MayButton.tsx'
import { BarLegend, RatioBar } from '../ui/Bits.tsx'
import type { BarPart } from '../ui/Bits.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FailedGlyph } from '../ui/glyphs.tsx'
import { Note } from '../ui/Note.tsx'
import { formatNumber } from '../ui/numbers.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useText } from '../ui/text.ts'
import type { Said } from '../ui/text.ts'
import { ConfirmRail } from './ConfirmRail.tsx'
import { ExcludedSims } from './ExcludedSims.tsx'
import { usePackageName } from './package-name.ts'
import { usePreparation } from './use-preparation.ts'
import type { Choice } from './use-preparation.ts'
import { targetsOf } from './wizard-draft.ts'
import type { Draft } from './wizard-draft.ts'
import { wizardText } from './wizard-text.tsx'
import { WizardFoot } from './WizardFoot.tsx'
import css from './wizard.module.css'

interface StepProps {
  draft: Draft
  choice: Choice
  attempt: number
  /** What the user called the campaign; null: as proposed. */
  name: string | null
  onName: (name: string) => void
  onBack: () => void
  onStarted: (campaign: Campaign) => void
}

/** Step 3: what happens to how many, who is left out and why, what it costs; then the start. */
export function ConfirmStep({ draft, choice, attempt, name, onName, onBack, onStarted }: StepProps) {
  const t = useText(wizardText)
  const what = useWhat(draft)
  const targets = targetsOf(draft)
  const prepared = usePreparation(attempt, choice, targets)
  const campaignName = name ?? what
  const nameWrong = campaignName.trim() === '' || campaignName.trim().length > 100
  const start = useMutation({
    mutationFn: (snapshotId: number) => call(putBulkOta, { body: { snapshotId, targets, name: campaignName.trim() } }),
    retry: false,
    onSuccess: onStarted,
  })
  const eligible = prepared.data?.dryRun.eligible ?? 0
  return (
    <>
      <div className={css.body} aria-busy={prepared.isPending}>
        {prepared.isError && <ErrorState message={failureText(prepared.error)} onRetry={() => void prepared.refetch()} />}
        {prepared.isPending && (
          <div className={css.pane} role="status">
            <p>{t.checking}</p>
            <Skeleton width={420} />
          </div>
        )}
        {prepared.data && (
          <div className={css.confirm}>
            <div>
              <What draft={draft} dryRun={prepared.data.dryRun} chosen={'simIds' in choice} />
              <ExcludedSims excluded={prepared.data.dryRun.excluded} />
              <div className={css.name}>
                <TextInput
                  size="md"
                  label={t.name}
                  description={t.nameNote}
                  value={campaignName}
                  error={nameWrong ? t.nameWrong : null}
                  onChange={(event) => onName(event.currentTarget.value)}
                />
              </div>
            </div>
            <ConfirmRail draft={draft} prepared={prepared.data} />
          </div>
        )}
      </div>
      {start.isError && (
        <div className={css.failure}>
          <StartFailure error={start.error} />
        </div>
      )}
      <WizardFoot onBack={onBack} note={t.canChange}>
        <MayButton
          permission="OTA_CREATE"
          variant="primary"
          busy={start.isPending}
          disabled={!prepared.data || eligible === 0 || nameWrong}
          onClick={() => prepared.data && start.mutate(prepared.data.snapshotId)}
        >
          {prepared.data ? t.start(formatNumber(eligible)) : t.startWhenReady}
        </MayButton>
      </WizardFoot>
    </>
  )
}

/** What is installed or uninstalled, in two words. */
function useWhat(draft: Draft): string {
  const t = useText(wizardText)
  const packageName = usePackageName()
  if (draft.action === 'remove') return t.removal(draft.removes === 'poller' ? t.removePoller : t.removeOther)
  return draft.package ? `${packageName(draft.package)} ${draft.package.otaVersion}` : ''
}

function What({ draft, dryRun, chosen }: { draft: Draft; dryRun: DryRun; chosen: boolean }) {
  const t = useText(wizardText)
  const what = useWhat(draft)
  const { eligible, total } = dryRun
  const parts = partsOf(dryRun, t)
  const count = formatNumber(eligible)
  return (
    <section>
      <p className={css.say}>
        {eligible === 0
          ? t.sayNone
          : draft.action === 'remove'
            ? t.sayRemove(count, draft.removes === 'poller' ? t.removePoller : t.removeOther)
            : t.sayInstall(count, what, draft.package?.label ?? '')}
      </p>
      <RatioBar label={t.what} parts={parts} large />
      <div className={css.legend}>
        <BarLegend parts={parts} />
        <span className={css.note}>{chosen ? t.chosen(formatNumber(total)) : t.matched(formatNumber(total))}</span>
      </div>
    </section>
  )
}

const namedVersions = 3

function partsOf({ actions, eligible, total }: DryRun, t: Said<typeof wizardText>): BarPart[] {
  const part = (kind: DryRun['actions'][number]['kind'], tone: BarPart['tone'], name: (from: string) => string): BarPart[] => {
    const same = actions.filter((action) => action.kind === kind)
    const versions = [...new Set(same.flatMap(({ fromVersion }) => (fromVersion === null ? [] : [fromVersion])))]
    const from = versions.slice(0, namedVersions).join(t.comma) + (versions.length > namedVersions ? t.andMore : '')
    const value = same.reduce((sum, action) => sum + action.count, 0)
    return value > 0 ? [{ name: name(from), value, tone }] : []
  }
  return [
    ...part('update', 'chart1', t.update),
    ...part('install', 'chart2', () => t.fresh),
    ...part('remove', 'chart1', t.removed),
    ...(total > eligible ? [{ name: t.excluded, value: total - eligible, tone: 'rest' as const }] : []),
  ]
}

/** A refusal says so; a call that ended without an answer may have begun, and leads to the truth. */
function StartFailure({ error }: { error: Error }) {
  const t = useText(wizardText)
  const answered = error instanceof CallError && error.body !== null
  return (
    <Note tone="failed" glyph={<FailedGlyph />} end={<Link to="/otas/campaigns">{t.toCampaigns}</Link>}>
      <b>{answered ? t.startFailed : t.startUnknown}</b>
      <br />
      {answered ? failureText(error) : t.partial}
    </Note>
  )
}
