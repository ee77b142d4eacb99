import { listOtaLogs } from '@simdeck/contract/ota-log.ts'
import { changeCampaign } from '@simdeck/contract/ota.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'
import { maxUnanswered } from '@simdeck/contract/rollout.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { ClockTime } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { paceText } from './pace-text.ts'
import css from './pace.module.css'

/** True if the server tries the OTA again at a later time, after a failure or because its answers do not reach the card. */
export const waitsForRetry = (log: OtaLog): boolean =>
  openOtaStatuses.includes(log.progress.status) && log.not_before !== null && (log.attempts > 0 || isUnanswered(log))

const isUnanswered = ({ unanswered }: OtaLog): boolean => unanswered >= maxUnanswered

/** Note on an OTA that waits for its next attempt: its number, its time and the last result, with a button that ends the wait. */
export function RetryWait({ log }: { log: OtaLog }) {
  const t = useText(paceText)
  const { code, sw } = log.progress
  const retry = useMutation({
    mutationFn: () => call(changeCampaign, { params: { id: log.campaign_id }, body: { action: 'retryNow', simIds: [log.sim_id] } }),
    onError: (error) => toastFailure(t.retryFailed, error),
    onSettled: () => void refresh(listOtaLogs),
  })
  if (!waitsForRetry(log) || log.not_before === null) return null
  const last = [code, sw].filter((part) => part !== null).join(' · ')
  return (
    <Note tone="ready">
      {isUnanswered(log) ? t.unanswered(log.unanswered) : t.attempt(log.attempts + 1, log.retries + 1, last)}
      <ClockTime at={log.not_before} />
      {t.attemptEnd}
      <div className={css.act}>
        <MayButton size="sm" permission="OTA_UPDATE" busy={retry.isPending} onClick={() => retry.mutate()}>
          {t.retryNow}
        </MayButton>
      </div>
    </Note>
  )
}
