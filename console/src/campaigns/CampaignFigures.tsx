import type { Campaign } from '@simdeck/contract/ota.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import { Figure, RatioBar } from '../ui/Bits.tsx'
import { FailedGlyph, OtaStatusGlyph, SucceededGlyph } from '../ui/glyphs.tsx'
import { Note } from '../ui/Note.tsx'
import { formatNumber, formatPercent } from '../ui/numbers.ts'
import { otaStatusText, Status } from '../ui/StatusText.tsx'
import { useText } from '../ui/text.ts'
import type { Said } from '../ui/text.ts'
import { campaignParts, finishedSims, statusTone } from './campaign-counts.ts'
import { campaignText } from './campaign-text.ts'
import css from './campaign.module.css'

const always: readonly OtaStatus[] = ['Succeeded', 'Started', 'Interrupted', 'Failed', 'Ready']
const whenOver: readonly OtaStatus[] = ['Succeeded', 'Failed']
const rare: readonly OtaStatus[] = ['Blocked', 'NotFound']

/** How far a campaign is: finished of all, the bar by status, and a figure for each; a sentence once it is over. */
export function CampaignFigures({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const words = useText(otaStatusText)
  const { counts, total, state } = campaign
  const notes: Partial<Record<OtaStatus, string>> = { Interrupted: t.resumes, Ready: t.waits }
  const usual = state === 'running' ? always : whenOver
  const shown = [...usual, ...rare.filter((status) => counts[status] > 0)]
  return (
    <section className={css.summary}>
      <div className={css.head}>
        <span className={css.big}>{formatNumber(finishedSims(counts))}</span>
        <span className={css.of}>{t.finishedOf(formatNumber(total))}</span>
        {campaign.finishedAt && (
          <span className={css.headEnd}>{t.took(duration(Date.parse(campaign.finishedAt) - Date.parse(campaign.createdAt), t))}</span>
        )}
      </div>
      <RatioBar label={t.bar} parts={campaignParts(counts, words)} total={total} large />
      <ul className={css.figures}>
        {shown.map((status) => (
          <li key={status}>
            <Figure
              name={
                <Status tone={statusTone[status]} glyph={<OtaStatusGlyph status={status} percent={35} />} quiet>
                  {words[status]}
                </Status>
              }
              value={formatNumber(counts[status])}
              note={counts[status] > 0 ? (notes[status] ?? formatPercent(counts[status], total, 1)) : undefined}
            />
          </li>
        ))}
      </ul>
      {state !== 'running' && (
        <div className={css.over}>
          <EndNote campaign={campaign} />
        </div>
      )}
    </section>
  )
}

function EndNote({ campaign: { counts, total, state } }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const succeeded = formatNumber(counts.Succeeded)
  const rest = formatNumber(total - counts.Succeeded)
  if (state === 'stopped') return <Note>{t.stoppedWords(succeeded, rest)}</Note>
  if (counts.Succeeded === total) {
    return (
      <Note tone="succeeded" glyph={<SucceededGlyph />}>
        {t.allSucceeded(succeeded)}
      </Note>
    )
  }
  if (state === 'completed') return <Note>{t.endedNotFound(succeeded, rest)}</Note>
  return (
    <Note tone="interrupted" glyph={<FailedGlyph />}>
      {t.endedWithFailures(succeeded, rest)}
    </Note>
  )
}

function duration(ms: number, t: Said<typeof campaignText>): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return t.seconds(seconds)
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? t.minutes(minutes) : t.hours(Math.floor(minutes / 60), minutes % 60)
}
