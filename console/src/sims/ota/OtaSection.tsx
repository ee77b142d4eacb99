import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { RetryWait, waitsForRetry } from '../../campaigns/pace/RetryWait.tsx'
import { SimWithoutAppletNote } from '../../campaigns/without-applet/SimWithoutAppletNote.tsx'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { StatusText } from '../../ui/value/StatusText.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { HeldNote, isHeld, useOpenCampaign } from './HeldNote.tsx'
import { OtaDiagnosis } from './OtaDiagnosis.tsx'
import { OtaProgressSteps } from './OtaProgressSteps.tsx'
import { isRemoval, otaPercent } from './ota-steps.ts'
import { otaText, otaTitle } from './ota-text.ts'
import { OtaStuck } from './OtaStuck.tsx'
import { RetryButton } from './RetryButton.tsx'
import { simDetailText } from '../detail/sim-detail-text.ts'
import { useDisabledReasons } from '../detail/SimActions.tsx'
import type { SimDialog } from '../detail/SimDialogs.tsx'
import css from '../detail/sim-detail.module.css'

interface OtaSectionProps {
  log: OtaLog
  /** The other OTA of a replacement; null if this OTA is not part of one. */
  counterpart: OtaLog | null
  sim: Sim
  current: readonly OtaLog[]
  onDialog: (dialog: SimDialog) => void
}

/** One OTA: its steps or, if it failed, a diagnosis. */
export function OtaSection({ log, counterpart, sim, current, onDialog }: OtaSectionProps) {
  const t = useText(otaText)
  const detail = useText(simDetailText)
  const language = useLanguage()
  const reasons = useDisabledReasons(sim, current)
  const { status } = log.progress
  const failed = status === 'Failed' || status === 'Blocked'
  const open = openOtaStatuses.includes(status)
  const campaign = useOpenCampaign(open ? log.campaign_id : null)
  const holding = campaign && isHeld(campaign, { log, counterpart }) ? campaign : null
  const waits = waitsForRetry(log)
  const otherApplet = log.applet_type === 1 ? sim.other_applet_name : sim.poller_name
  return (
    <Section
      title={otaTitle(log, { replaces: counterpart !== null, heldName: otherApplet }, language)}
      beside={<StatusText status={status} percent={otaPercent(log)} reason={log.progress.reason} />}
      note={
        <>
          {log.finished_at ? (
            <Time at={log.finished_at} relative />
          ) : status === 'Ready' && !holding && log.not_before === null ? (
            t.nextPoll
          ) : null}
          {status === 'NotFound' && isRemoval(log) && <> {t.absent}</>}
        </>
      }
      end={
        failed ? (
          <RetryButton log={log} sim={sim} reason={isRemoval(log) ? reasons.remove : reasons.run} onRemove={() => onDialog('remove')} />
        ) : status === 'Ready' ? (
          <DisabledReason reason={reasons.cancel}>
            <Button size="sm" disabled={reasons.cancel !== null} onClick={() => onDialog('cancel')}>
              {detail.cancel}
            </Button>
          </DisabledReason>
        ) : (
          ['Started', 'Interrupted'].includes(status) && <span className={css.help}>{t.noCancel}</span>
        )
      }
    >
      {failed && !isRemoval(log) && log.applet_type === 1 && <SimWithoutAppletNote sim={sim} campaignId={log.campaign_id} />}
      {failed ? (
        <OtaDiagnosis log={log} sim={sim} removable={reasons.remove === null} onRemove={() => onDialog('remove')} />
      ) : (
        <OtaProgressSteps log={{ ...log, polled_at: log.polled_at ?? counterpart?.polled_at ?? null }} />
      )}
      {waits && <RetryWait log={log} />}
      {holding && <HeldNote campaign={holding} log={log} counterpart={counterpart} />}
      {open && !holding && !waits && <OtaStuck log={log} counterpart={counterpart} sim={sim} />}
    </Section>
  )
}
