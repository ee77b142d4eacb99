import { getCampaign } from '@simdeck/contract/ota.ts'
import type { Campaign, OtaLog } from '@simdeck/contract/ota.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../../session/api/query.ts'
import { useWatchedCampaigns } from '../../session/live/watched-sims.ts'
import { PausedGlyph } from '../../ui/value/glyphs.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { otaText } from './ota-text.ts'
import css from '../detail/sim-detail.module.css'

/** Campaign of an open OTA, live. With null as id nothing is loaded. */
export function useOpenCampaign(id: number | null): Campaign | undefined {
  useWatchedCampaigns(id === null ? [] : [id])
  const { data } = useQuery({
    ...queryOf(getCampaign, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  })
  return id === null ? undefined : data
}

/**
 * True while the campaign sends nothing to the SIM of an OTA that is Ready: it is paused, waits for approval, has not released the SIM's
 * wave, or was stopped and is about to cancel the OTA.
 */
export const isHeld = (campaign: Campaign, { log, counterpart }: HeldOta): boolean =>
  ['paused', 'awaitingApproval'].includes(campaign.state) ||
  isUnreleased(campaign, log.wave) ||
  isBeingCancelled(campaign, { log, counterpart })

/** An OTA that is open, and the other one of a replacement. */
type HeldOta = { log: OtaLog; counterpart: OtaLog | null }

/** Statuses of one OTA of a replacement with which a stopped campaign still runs the other one. */
const begun: readonly OtaStatus[] = ['Started', 'Interrupted', 'Succeeded', 'NotFound']

const isBeingCancelled = ({ stopRequested }: Campaign, { log, counterpart }: HeldOta): boolean =>
  stopRequested !== null && log.progress.status === 'Ready' && !(counterpart && begun.includes(counterpart.progress.status))

const isUnreleased = ({ waves }: Campaign, number: number): boolean =>
  waves.some(({ wave, releasedAt }) => wave === number && releasedAt === null)

/** Note on the reason for which a campaign sends nothing to a SIM, with a link to the campaign. */
export function HeldNote({ campaign, ...ota }: { campaign: Campaign } & HeldOta) {
  const t = useText(otaText)
  const startAt = campaign.rollout?.startAt
  const { wave } = ota.log
  const isCancelled = isBeingCancelled(campaign, ota)
  return (
    <div className={css.note}>
      <Note
        tone="ready"
        glyph={<PausedGlyph />}
        end={
          <Link to="/otas/campaigns/$id" params={{ id: String(campaign.id) }}>
            {t.campaignLink(campaign.id)}
          </Link>
        }
      >
        {!isCancelled && campaign.state === 'paused' && t.paused}
        {!isCancelled && campaign.state === 'awaitingApproval' && t.awaitingApproval}
        {isCancelled && t.beingCancelled}
        {campaign.state === 'scheduled' && startAt && (
          <>
            {t.scheduled}
            <Time at={startAt} relative />
            {t.scheduledWords}
          </>
        )}
        {!isCancelled && wave > 1 && campaign.state !== 'awaitingApproval' && isUnreleased(campaign, wave) && t.laterWave(wave)}
      </Note>
    </div>
  )
}
