import type { Campaign } from '@simdeck/contract/ota.ts'
import { roundedRate } from '../../tasks/rate.ts'
import { None } from '../../ui/value/None.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { durationText } from './duration-text.ts'
import { overTimeText } from './over-time-text.ts'
import { paceOf } from './steps.ts'
import css from '../campaign.module.css'

/** Time left and rate of a running campaign in a list. SIMs that do not answer count like the others; the page tells them apart. */
export function TimeLeft({ campaign }: { campaign: Campaign }) {
  const t = useText(overTimeText)
  const pace = paceOf(campaign, campaign.rate, [])
  if (!pace || pace.perHour === null || pace.leftMs === null) return <None />
  const { perHour, leftMs, wave, laterWaves } = pace
  const left = durationText(leftMs, t)
  return (
    <>
      {laterWaves && wave !== null ? t.leftOfWave(wave, left) : t.left(left)}
      <span className={css.soft}> {t.perHour(formatNumber(roundedRate(perHour)))}</span>
    </>
  )
}
