import { openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { Figure, RatioBar } from '../../ui/value/Bits.tsx'
import { CancelledGlyph, FailedGlyph, OtaStatusGlyph, PausedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { formatNumber, formatPercent } from '../../ui/words/numbers.ts'
import { otaStatusText, Status } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import type { Translations } from '../../ui/words/text.ts'
import { ApprovalNote } from '../approval/ApprovalNote.tsx'
import {
  barPartsOf,
  countedStatusTone,
  countsByStatus,
  finishedSims,
  isOpenStatus,
  outcomeOfCampaign,
  unreleasedSims,
} from '../campaign-counts.ts'
import type { CountedStatus } from '../campaign-counts.ts'
import { useDiagnosis } from '../use-diagnosis.ts'
import { CampaignPace } from '../over-time/CampaignPace.tsx'
import { campaignText } from '../campaign-text.ts'
import { RolledBackNote } from '../rollback/RolledBackNote.tsx'
import { PauseReason } from '../waves/PauseReason.tsx'
import { SetupNote } from './SetupNote.tsx'
import { StopNote } from './StopNote.tsx'
import css from '../campaign.module.css'

const shownWhileOpen: readonly CountedStatus[] = ['Succeeded', 'Started', 'Interrupted', 'Failed', 'Ready']
const shownAfterEnd: readonly CountedStatus[] = ['Succeeded', 'Failed']
const shownIfAny: readonly CountedStatus[] = ['Cancelled', 'Blocked', 'NotFound']

/** Progress of a campaign: the number of finished SIMs, a bar, a figure for each status and, after the end, a summary. */
export function CampaignFigures({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const statusNames = useText(otaStatusText)
  const { total, state, setup } = campaign
  const later = unreleasedSims(campaign)
  const all = countsByStatus(campaign)
  const counts = { ...all, Ready: all.Ready - later }
  const paused = state === 'paused'
  const retried = useDiagnosis(campaign).data?.waiting.find(({ reason }) => reason === 'retry')?.sims ?? 0
  const notes: Partial<Record<CountedStatus, string>> = {
    ...(paused
      ? { Started: t.heldBack, Interrupted: t.heldBack, Ready: t.heldBack }
      : {
          Interrupted: t.resumes,
          Ready: retried > 0 ? t.retryLater(formatNumber(retried)) : campaign.smsTAR ? t.waitsForMessage : t.waits,
        }),
    ...(campaign.stopRequested && { Ready: t.beingCancelled }),
    ...(setup && { Ready: t.startsOnceWritten }),
  }
  const open = openCampaignStates.includes(state)
  const shown = [...(open ? shownWhileOpen : shownAfterEnd), ...shownIfAny.filter((part) => counts[part] > 0)]
  const finished = finishedSims(campaign)
  const share = (part: CountedStatus): string | undefined => {
    if (isOpenStatus(part)) return undefined
    if (part === 'Cancelled') return t.ofAll(formatPercent(counts.Cancelled, total, 1))
    return finished < total ? t.ofFinished(formatPercent(counts[part], finished, 1)) : formatPercent(counts[part], total, 1)
  }
  return (
    <section className={css.summary}>
      <div className={css.head}>
        <span className={css.big}>{formatNumber(finished)}</span>
        <span className={css.of}>{t.finishedOf(formatNumber(total))}</span>
        {campaign.cancelled > 0 && <span className={css.of}>{t.cancelledApart(formatNumber(campaign.cancelled))}</span>}
        {open && !setup && (
          <span className={css.headEnd}>
            <CampaignPace campaign={campaign} />
          </span>
        )}
        {campaign.finishedAt && (
          <span className={css.headEnd}>{t.took(duration(Date.parse(campaign.finishedAt) - Date.parse(campaign.createdAt), t))}</span>
        )}
      </div>
      <RatioBar label={t.bar} parts={barPartsOf(campaign, statusNames)} total={total} large />
      <ul className={css.figures}>
        {shown.map((part) => (
          <li key={part}>
            <Figure
              name={
                <Status
                  tone={countedStatusTone[part]}
                  glyph={part === 'Cancelled' ? <CancelledGlyph /> : <OtaStatusGlyph status={part} percent={35} />}
                  quiet
                >
                  {statusNames[part]}
                </Status>
              }
              value={formatNumber(counts[part])}
              note={counts[part] > 0 ? (notes[part] ?? share(part)) : undefined}
            />
          </li>
        ))}
        {later > 0 && (
          <li>
            <Figure
              name={
                <Status tone="ready" glyph={<PausedGlyph />} quiet>
                  {t.unreleased}
                </Status>
              }
              value={formatNumber(later)}
              note={t.laterWaves}
            />
          </li>
        )}
      </ul>
      {(paused || state === 'scheduled') && !campaign.stopRequested && (
        <div className={css.over}>
          <PauseReason campaign={campaign} />
        </div>
      )}
      {open && !setup && campaign.stopRequested && (
        <div className={css.over}>
          <StopNote campaign={campaign} stop={campaign.stopRequested} />
        </div>
      )}
      {state === 'awaitingApproval' && (
        <div className={css.over}>
          <ApprovalNote campaign={campaign} />
        </div>
      )}
      {setup && (
        <div className={css.over}>
          <SetupNote setup={setup} />
        </div>
      )}
      {!open && !setup && (
        <div className={css.over}>
          <EndNote campaign={campaign} />
        </div>
      )}
      <RolledBackNote campaign={campaign} />
    </section>
  )
}

function EndNote({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const { counts, total, cancelled } = campaign
  const succeeded = formatNumber(counts.Succeeded)
  const rest = formatNumber(total - counts.Succeeded)
  const outcome = outcomeOfCampaign(campaign)
  if (total === 0 && outcome !== 'rejected') return <Note tone="notfound">{t.endedAllDeleted}</Note>
  switch (outcome) {
    case 'rejected':
      return <ApprovalNote campaign={campaign} />
    case 'stopped':
      return (
        <Note tone="notfound" glyph={<CancelledGlyph />}>
          {t.stoppedWords(formatNumber(cancelled), succeeded, formatNumber(total - counts.Succeeded - cancelled))}
          {campaign.unwritten > 0 && t.unwrittenWords(formatNumber(campaign.unwritten))}
        </Note>
      )
    case 'succeeded':
      return (
        <Note tone="succeeded" glyph={<SucceededGlyph />}>
          {t.allSucceeded(succeeded)}
        </Note>
      )
    case 'unneeded':
      return <Note tone="notfound">{t.endedNotFound(succeeded, rest)}</Note>
    case 'none':
      return (
        <Note tone="failed" glyph={<FailedGlyph />}>
          {t.noneSucceeded(formatNumber(total))}
        </Note>
      )
    default:
      return <Note tone="interrupted">{t.endedWithFailures(succeeded, rest)}</Note>
  }
}

function duration(ms: number, t: Translations<typeof campaignText>): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return t.seconds(seconds)
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? t.minutes(minutes) : t.hours(Math.floor(minutes / 60), minutes % 60)
}
