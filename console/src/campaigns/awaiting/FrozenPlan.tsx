import type { ApprovalRequest } from '@simdeck/contract/approval.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { IconLock } from '@tabler/icons-react'
import { Note } from '../../ui/feedback/Note.tsx'
import { BarLegend, RatioBar } from '../../ui/value/Bits.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { kindText } from '../kinds/kind-text.tsx'
import { consoleKinds } from '../kinds/kinds.ts'
import { usePackageName } from '../package-name.ts'
import { rollbackText } from '../rollback/rollback-text.ts'
import { partsOf } from '../wizard/confirm/EffectSummary.tsx'
import { GoingExtra } from '../wizard/confirm/GoingExtra.tsx'
import { useLostName } from '../wizard/confirm/Losses.tsx'
import { wizardText } from '../wizard/wizard-text.tsx'
import { awaitingText } from './awaiting-text.ts'
import css from './awaiting.module.css'

/** The dry run that the person who asked confirmed: a sentence, the SIMs by what happens to them, and what they lose. */
export function FrozenPlan({ campaign, request: { dryRun, rollback } }: { campaign: Campaign; request: ApprovalRequest }) {
  const t = useText(awaitingText)
  const wizard = useText(wizardText)
  const kind = useText(kindText)
  const language = useLanguage()
  const packageName = usePackageName()
  const lost = useLostName()
  const restored = useText(rollbackText)
  const { package: key, action, appletType, cancelled, rollbackOf, smsTAR, total } = campaign
  const count = formatNumber(total)
  const removed = appletType === null ? '' : appletType === appletTypes.poller ? kind.removePoller : kind.removeOther
  const subject = key ? `${packageName(key)} ${key.otaVersion}` : removed
  const parts = dryRun && partsOf(dryRun, action === 'install' ? key?.name : undefined, language)
  return (
    <section className={css.plan}>
      <p className={css.say}>
        {rollbackOf === null
          ? consoleKinds[action].sentence(count, subject, key?.label ?? '', language)
          : t.rollbackSentence(count, rollbackOf)}
      </p>
      <p className={css.frozen}>
        <IconLock size={14} />
        {t.frozen}
      </p>
      {smsTAR !== null && <p>{t.bySms(smsTAR)}</p>}
      {parts && (
        <>
          <RatioBar label={wizard.targetSims} parts={parts} large />
          <BarLegend parts={parts} />
        </>
      )}
      {rollback && (
        <ul className={css.lines}>
          {rollback.removals > 0 && (
            <li>
              <b>{formatNumber(rollback.removals)}</b>
              {restored.removed}
            </li>
          )}
          {rollback.restores.map((one) => (
            <li key={`${one.packageAID} ${one.otaVersion} ${one.label}`}>
              <b>{formatNumber(one.count)}</b>
              {restored.restored(`${packageName(one)} ${one.otaVersion}`)}
            </li>
          ))}
        </ul>
      )}
      {dryRun && dryRun.losses.length > 0 && (
        <Note tone="interrupted">
          {t.consent}
          <ul className={css.lines}>
            {dryRun.losses.map((loss) => (
              <li key={JSON.stringify(loss)}>
                <b>{t.loses(formatNumber(loss.count), lost(loss))}</b>
              </li>
            ))}
          </ul>
        </Note>
      )}
      {dryRun && <GoingExtra dryRun={dryRun} />}
      {cancelled > 0 && <Note tone="notfound">{t.cancelledSince(formatNumber(cancelled))}</Note>}
    </section>
  )
}
