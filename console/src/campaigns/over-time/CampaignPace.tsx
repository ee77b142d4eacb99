import type { Campaign } from '@simdeck/contract/ota.ts'
import { roundedRate } from '../../tasks/rate.ts'
import { formatHourMinute, formatMoment, useNow } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { useDiagnosis } from '../use-diagnosis.ts'
import { durationText } from './duration-text.ts'
import { overTimeText } from './over-time-text.ts'
import { paceOf } from './steps.ts'
import { useCampaignResults } from './use-results.ts'

const dayMs = 86_400_000

/**
 * Rate, time left and expected end of a running campaign, from the last minutes. An unknown time left is shown as such. SIMs that wait for
 * a retry or do not answer are not part of it; they are named beside it, and while there are any, the end stays unknown.
 */
export function CampaignPace({ campaign }: { campaign: Campaign }) {
  useZone()
  const t = useText(overTimeText)
  const now = useNow()
  const { data } = useCampaignResults(campaign)
  const diagnosis = useDiagnosis(campaign).data
  const pace = data && diagnosis && paceOf(campaign, data.rate, diagnosis.waiting)
  if (!pace) return null
  const { perHour, leftMs, wave, laterWaves, retried, unanswered } = pace
  const others = [
    ...(retried > 0 ? [t.retried(formatNumber(retried))] : []),
    ...(unanswered > 0 ? [t.unanswered(formatNumber(unanswered))] : []),
  ].join(' · ')
  if (perHour === null || leftMs === null) return <>{[t.unknown, ...(others ? [others] : [])].join(' · ')}</>
  const left = durationText(leftMs, t)
  const end = now + leftMs
  return (
    <>
      {[
        t.perHour(formatNumber(roundedRate(perHour))),
        laterWaves && wave !== null ? t.leftOfWave(wave, left) : t.left(left),
        ...(others ? [t.besides(others)] : laterWaves ? [] : [`${t.doneAt} ${leftMs < dayMs ? formatHourMinute(end) : formatMoment(end)}`]),
      ].join(' · ')}
    </>
  )
}
