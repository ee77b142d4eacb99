import { type OtaStatus, otaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import { selectFigures } from './figures-queries.ts'
import { countBegun, countStatuses, type StatusCount } from './queries.ts'

/** Number of SIMs by the status of the requested OTA, and the number of cancelled SIMs among the Failed. */
export type Tally = { counts: Record<OtaStatus, number>; cancelled: number }

/** The figures of a campaign, in all and by wave. */
export type CampaignTally = Tally & { waves: ReadonlyMap<number, Tally> }

export function noResults(): Tally {
  return { counts: Object.fromEntries(otaStatuses.map((status) => [status, 0])) as Tally['counts'], cancelled: 0 }
}

/** The number of SIMs above which the figures of a running campaign are read as they were stored last, instead of counted. */
export const maxCounted = 10_000
export const isLarge = ({ total }: { total: number }): boolean => total > maxCounted

type Counted = { id: number; total: number; finished_at: Date | null; setup: object | null }

/**
 * Figures of each campaign, with a count for every status. Those of a campaign that has ended are stored; those of a large one that runs
 * were counted a moment ago (`figures-job.ts`). Of one that is being set up, SIMs without an OTA count as Ready.
 */
export async function countsOf(db: Db, campaigns: readonly Counted[]): Promise<Map<number, CampaignTally>> {
  const ids = campaigns.map(({ id }) => id)
  const stored = await selectFigures(db, ids)
  const isStored = (one: Counted): boolean => {
    const figures = stored.get(one.id)
    return figures !== undefined && (figures.isFinal || (isLarge(one) && one.finished_at === null))
  }
  const inSetup = campaigns.filter(isInSetup)
  const toCount = campaigns.filter((one) => !isStored(one) && !isInSetup(one)).map(({ id }) => id)
  const counted = toCount.length > 0 ? await countStatuses(db, toCount) : []
  if (inSetup.length > 0)
    counted.push(
      ...(await countBegun(
        db,
        inSetup.map(({ id }) => id),
      )),
    )
  const tallies = new Map(ids.map((id) => [id, { ...noResults(), waves: new Map<number, Tally>() }]))
  for (const one of campaigns.filter(isStored))
    for (const [wave, status, sims, cancelled] of stored.get(one.id)?.statuses ?? [])
      addTo(tallies, { campaign_id: one.id, wave, status, sims, cancelled })
  for (const count of counted) addTo(tallies, count)
  for (const { id, total } of inSetup) {
    const { counts } = tallies.get(id)!
    counts.Ready = readyOf(total, counts)
  }
  return tallies
}

const isInSetup = ({ setup, finished_at: finishedAt }: Counted): boolean => setup !== null && finishedAt === null

/** The number of SIMs that are Ready, if all others are counted. */
export const readyOf = (sims: number, counts: Tally['counts']): number =>
  Object.entries(counts).reduce((left, [status, count]) => (status === 'Ready' ? left : left - count), sims)

function addTo(
  tallies: ReadonlyMap<number, Tally & { waves: Map<number, Tally> }>,
  { campaign_id: id, wave, status, sims, cancelled }: StatusCount,
): void {
  const campaign = tallies.get(id)
  if (!campaign) return
  const ofWave = campaign.waves.get(wave) ?? noResults()
  campaign.waves.set(wave, ofWave)
  for (const tally of [campaign, ofWave]) {
    tally.counts[status] += sims
    tally.cancelled += cancelled
  }
}
