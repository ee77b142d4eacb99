import type { Campaign } from '@simdeck/contract/ota.ts'
import { roundedRate } from '../../tasks/rate.ts'
import { formatHourMinute, formatMoment, useNow } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { durationText } from './duration-text.ts'
import { overTimeText } from './over-time-text.ts'
import { paceOf } from './steps.ts'
import { useCampaignResults } from './use-results.ts'

const dayMs = 86_400_000

/** Rate, time left and expected end of a running campaign, from the last minutes. The time left says so when it is unknown. */
export function CampaignPace({ campaign }: { campaign: Campaign }) {
  useZone()
  const t = useText(overTimeText)
  const now = useNow()
  const { data } = useCampaignResults(campaign)
  const pace = data && paceOf(campaign, data.rate)
  if (!pace) return null
  const { perHour, leftMs, wave, laterWaves } = pace
  if (perHour === null || leftMs === null) return <>{t.unknown}</>
  const left = durationText(leftMs, t)
  const end = now + leftMs
  return (
    <>
      {[
        t.perHour(formatNumber(roundedRate(perHour))),
        laterWaves && wave !== null ? t.leftOfWave(wave, left) : t.left(left),
        ...(laterWaves ? [] : [`${t.doneAt} ${leftMs < dayMs ? formatHourMinute(end) : formatMoment(end)}`]),
      ].join(' · ')}
    </>
  )
}
