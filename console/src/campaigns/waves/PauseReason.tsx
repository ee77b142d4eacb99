import type { Campaign } from '@simdeck/contract/ota.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { PausedGlyph } from '../../ui/value/glyphs.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber, formatPercent } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { campaignText } from '../campaign-text.ts'
import { isReversible } from '../reversible.ts'
import { unreleasedSims } from '../campaign-counts.ts'
import { SpentBudget } from '../pace/SpentBudget.tsx'
import { ResumeWithLimit } from './ResumeWithLimit.tsx'
import { wavesText } from './waves-text.ts'

/** The reason of a pause, or the time of a start to come, with what is held back meanwhile. */
export function PauseReason({ campaign }: { campaign: Campaign }) {
  const t = useText(wavesText)
  const { paused, rollout, state } = campaign
  if (state === 'scheduled' && rollout?.startAt)
    return (
      <Note tone="ready" glyph={<PausedGlyph />}>
        {t.scheduled}
        <Time at={rollout.startAt} relative />
        {t.scheduledWords}
      </Note>
    )
  if (!paused) return null
  if (paused.cause === 'failures') return <TooManyFailures campaign={campaign} />
  if (paused.cause === 'octets') return <SpentBudget key={rollout?.octetsInAll} campaign={campaign} />
  if (paused.cause === 'window' && rollout?.window) {
    const { from, to, timeZone } = rollout.window
    return (
      <Note tone="ready" glyph={<PausedGlyph />}>
        {t.outsideWindow(from, to, timeZone)}
        <Time at={paused.at} />
        {t.outsideWindowEnd}
      </Note>
    )
  }
  return <PausedByMember campaign={campaign} />
}

function PausedByMember({ campaign }: { campaign: Campaign }) {
  const { paused, counts } = campaign
  const t = useText(campaignText)
  const midway = counts.Started + counts.Interrupted
  if (!paused) return null
  return (
    <Note tone="ready" glyph={<PausedGlyph />}>
      {t.pausedBy(paused.by)}
      <Time at={paused.at} />
      {t.pausedWords}
      {midway > 0 && t.pausedMidway(formatNumber(midway))}
      {counts.Ready > 0 && t.pausedNext}
      {isReversible(campaign) && t.pausedRollback}
    </Note>
  )
}

function TooManyFailures({ campaign }: { campaign: Campaign }) {
  const t = useText(wavesText)
  const { paused, rollout, counts } = campaign
  if (!paused) return null
  const [failed, ended] = [paused.failed ?? 0, paused.ended ?? 0]
  const later = unreleasedSims(campaign)
  const waiting = counts.Ready - later
  return (
    <Note tone="interrupted" glyph={<PausedGlyph />}>
      <b>
        {t.failures(paused.wave ?? 1, formatPercent(failed, ended, 1), String(rollout?.maxFailedPercent ?? 0))}
        <Time at={paused.at} />
        {t.failuresOf(formatNumber(failed), formatNumber(ended))}
      </b>
      <p>
        {waiting > 0 && t.heldBack(formatNumber(waiting))}
        {later > 0 && t.untouched(formatNumber(later))}
        {t.afterResume}
      </p>
      <ResumeWithLimit campaign={campaign} />
    </Note>
  )
}
