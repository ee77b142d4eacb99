import { ApiError } from '@simdeck/contract/errors.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import type { Db } from '../platform/db/database.ts'
import { packageOf } from './ota-logs.ts'
import { type CampaignTally, countsOf, noResults, readyOf } from './outcomes/counts.ts'
import { ratesOf } from './rates.ts'
import { quarantinedBy } from './quarantine-queries.ts'
import {
  type CampaignRow,
  finishCampaigns,
  type RollbackRow,
  selectCampaigns,
  selectRollbacks,
  selectWaves,
  type WaveRow,
} from './queries.ts'
import { wakesShape } from './wakes/figures.ts'

/**
 * Ends those of the campaigns that have no open OTA: as `stopped` if SIMs were cancelled before anything was sent to them, otherwise as
 * `completedWithFailures` or `completed`. Call it after the commit that ended an OTA; within that transaction, two OTAs that end at the
 * same time would each see the other as open. The sweep passes `all`, because a node may die between the commit and the call. Returns the
 * ids of the ended campaigns, and of those that they roll back, for the change to publish.
 */
export async function closeFinishedCampaigns(db: Db, campaignIds: readonly number[] | 'all'): Promise<number[]> {
  return campaignIds.length > 0 ? finishCampaigns(db, campaignIds) : []
}

/** Campaigns by id with their live counts; deleted ones are absent. */
export async function campaignsByIds(db: Db, ids: readonly number[]): Promise<Campaign[]> {
  return ids.length === 0 ? [] : withCounts(db, await selectCampaigns(db, ids))
}

export async function campaignById(db: Db, id: number): Promise<Campaign> {
  const [campaign] = await campaignsByIds(db, [id])
  if (!campaign) throw new ApiError('campaignNotFound')
  return campaign
}

/** Campaigns with their live counts, which add up to `total`. */
export async function withCounts(db: Db, rows: readonly CampaignRow[]): Promise<Campaign[]> {
  const ids = rows.map((row) => row.id)
  const running = rows.filter(({ state }) => state === 'running').map(({ id }) => id)
  const [counts, waves, quarantined, rollbacks, rates] = await Promise.all([
    countsOf(db, rows),
    selectWaves(db, ids),
    quarantinedBy(db, ids),
    selectRollbacks(db, ids),
    ratesOf(db, running, new Date()),
  ])
  return rows.flatMap((row) => {
    const { id } = row
    const own = counts.get(id)
    if (!own) return []
    const rolledBackBy = rolledBack(rollbacks.get(id), own.counts.Succeeded)
    const more = { quarantined: quarantined.get(id) ?? 0, rolledBackBy, rate: rates.get(id) ?? null }
    return [campaignShape(row, own, waves.get(id) ?? [], more)]
  })
}

/**
 * The newest rollback of a campaign in which `succeeded` SIMs were changed. It left out the SIMs of the rollbacks before, too, which are not left.
 */
function rolledBack(newest: RollbackRow | undefined, succeeded: number): Campaign['rolledBackBy'] {
  if (!newest) return null
  const { id, state, total, excluded, all } = newest
  return { id, state, left: Math.max(0, excluded - (all - total), succeeded - all) }
}

function campaignShape(
  row: CampaignRow,
  { counts, cancelled, waves: byWave }: CampaignTally,
  waves: readonly WaveRow[],
  more: Pick<Campaign, 'quarantined' | 'rolledBackBy' | 'rate'>,
): Campaign {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    action: row.action,
    appletType: row.applet_type,
    package: campaignPackage(row),
    library: row.library,
    total: row.total,
    excluded: row.excluded,
    counts,
    cancelled,
    ...more,
    paused: pauseShape(row),
    stopRequested: row.stopped_at && { by: row.stopped_by ?? '', at: row.stopped_at.toISOString() },
    approval: row.approval,
    // Rollouts of before have no budget.
    rollout: row.rollout && { ...row.rollout, octetsPerSim: row.rollout.octetsPerSim ?? null },
    wakes: row.wakes && wakesShape(row.wakes, row),
    octets: row.octets,
    setup: row.setup,
    unwritten: row.unwritten,
    waves: waves.map(({ wave, sims, released_at }) => {
      const tally = byWave.get(wave) ?? noResults()
      const ofWave = row.setup ? { ...tally, counts: { ...tally.counts, Ready: readyOf(sims, tally.counts) } } : tally
      return { wave, sims, releasedAt: released_at?.toISOString() ?? null, ...ofWave }
    }),
    waitsForRelease: row.waits_for_release,
    smsTAR: row.sms_tar,
    rollbackOf: row.rollback_of,
    createdBy: row.created_by ?? '',
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    archivedAt: row.archived_at?.toISOString() ?? null,
  }
}

function campaignPackage(row: CampaignRow): Campaign['package'] {
  const found = packageOf(row)
  return found && { ...found, deleted: row.package_deleted }
}

function pauseShape({ paused_at, paused_by, pause_cause, pause_wave, pause_failed, pause_ended }: CampaignRow): Campaign['paused'] {
  if (!paused_at) return null
  return {
    cause: pause_cause ?? 'member',
    by: paused_by ?? '',
    at: paused_at.toISOString(),
    wave: pause_wave,
    failed: pause_failed,
    ended: pause_ended,
  }
}
