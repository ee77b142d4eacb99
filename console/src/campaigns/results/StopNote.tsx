import type { Campaign } from '@simdeck/contract/ota.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { CancelledGlyph } from '../../ui/value/glyphs.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { campaignText } from '../campaign-text.ts'

/** Note of a campaign that was stopped and has not ended: who stopped it, what is being cancelled, and what continues. */
export function StopNote({
  campaign: { counts, state },
  stop: { by, at },
}: {
  campaign: Campaign
  stop: NonNullable<Campaign['stopRequested']>
}) {
  const t = useText(campaignText)
  const midway = counts.Started + counts.Interrupted
  return (
    <Note tone="interrupted" glyph={<CancelledGlyph />}>
      {by === '' ? t.stoppedAtEnd : t.stoppedBy(by)}
      <Time at={at} />
      {t.stoppedNow}
      {counts.Ready > 0 && t.cancelling(formatNumber(counts.Ready))}
      {midway > 0 && (state === 'paused' ? t.goingOnPaused : t.goingOn)(formatNumber(midway))}
    </Note>
  )
}
