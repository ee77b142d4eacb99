import type { Poll, Telemetry } from '@simdeck/protocol/ota/messages.ts'
import { telemetryTlvs } from '@simdeck/protocol/ota/messages.ts'
import type { OtaJob } from '@simdeck/protocol/ota/server-state.ts'
import type { OtaJobRow } from '../../ota-kinds/kind.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FullCampaigns } from './full-campaigns.ts'
import { lockSlots, takenSlots } from './slot-queries.ts'

/** The place of a session among those of a campaign that limits them. */
export type Slot = { campaignId: number; cell: string | null }

/** The open OTAs of a SIM, as rows and as the session takes them, in the same order. */
export type Locked = { rows: OtaJobRow[]; jobs: OtaJob[] }

/** True if sessions of the OTA take slots. The removal after a poller update takes none, since a new poller without a session counts as silent. */
export const isLimited = ({ max_at_once: atOnce, max_per_cell: perCell, poll_by: pollBy }: OtaJobRow): boolean =>
  pollBy === null && (atOnce !== null || perCell !== null)

/** The cell that a POLL reports; null if it reports none. */
export function reportedCell(poll: Poll | null): string | null {
  return poll ? cellOf(telemetryTlvs.decode(poll.tlvs)) : null
}

function cellOf({ location }: Telemetry): string | null {
  if (!location) return null
  const { mcc, mnc, area, cell } = location
  return [mcc, mnc, area, cell].join('-')
}

/**
 * Takes a slot for the session that a POLL opens, if the campaign of its first OTA limits sessions. OTAs of full campaigns are stopped; a
 * campaign without limits takes no statement. `full` is a campaign without a free slot if no OTA is left. The transaction holds the
 * slots of the campaign until it ends, and has locked the SIM before.
 */
export async function takeSlot<Open extends Locked>(
  trx: Db,
  locked: Open,
  { simId, poll, known }: { simId: number; poll: Poll | null; known: FullCampaigns },
): Promise<{ locked: Open; slot: Slot | null; full: number | null }> {
  let left = locked
  let full: number | null = null
  for (;;) {
    const { rows, jobs } = left
    const first = rows.find((_, at) => jobs[at]?.stop === null)
    if (!first) return { locked: left, slot: null, full }
    const slot = isLimited(first) ? await freeSlot(trx, first, { simId, cell: reportedCell(poll), known }) : null
    if (slot !== 'full') return { locked: onlyOf(left, { campaignId: slot?.campaignId ?? null, jobId: null }), slot, full: null }
    full ??= first.campaign_id
    left = stopped(left, (row) => row.campaign_id === first.campaign_id)
  }
}

async function freeSlot(
  trx: Db,
  { campaign_id: campaignId, max_at_once: maxAtOnce, max_per_cell: maxPerCell }: OtaJobRow,
  { simId, cell: reported, known }: { simId: number; cell: string | null; known: FullCampaigns },
): Promise<Slot | 'full'> {
  await lockSlots(trx, campaignId)
  const { cell, inAll, inCell } = await takenSlots(trx, campaignId, simId, reported)
  const isFull = inAll >= (maxAtOnce ?? Infinity)
  if (isFull || (cell !== null && inCell >= (maxPerCell ?? Infinity))) {
    known.markFull(campaignId, isFull ? null : cell)
    return 'full'
  }
  return { campaignId, cell }
}

/**
 * Stops the OTAs of other campaigns that limit their sessions, because the session has no slot of theirs. The OTA with `jobId` continues.
 */
export function onlyOf<Open extends Locked>(
  locked: Open,
  { campaignId, jobId }: { campaignId: number | null; jobId: number | null },
): Open {
  return locked.rows.some(isLimited)
    ? stopped(locked, (row) => isLimited(row) && row.campaign_id !== campaignId && row.id !== jobId)
    : locked
}

export function stopped<Open extends Locked>(locked: Open, isStopped: (row: OtaJobRow) => boolean): Open {
  const { rows, jobs } = locked
  return { ...locked, jobs: jobs.map((job, at) => (rows[at] && isStopped(rows[at]) ? { ...job, stop: job.stop ?? 'paused' } : job)) }
}
