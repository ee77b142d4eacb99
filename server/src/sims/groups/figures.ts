import { signalClasses, statusesInUse } from '@simdeck/contract/dashboard.ts'
import { type GroupFigures, groupFiguresHours, groupStepSeconds } from '@simdeck/contract/groups.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import { groupById } from '../../groups/groups.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { signalCounts } from '../list/fleet-counts.ts'
import { lateFilter, silentFilter, silentIntervals } from '../silent-intervals.ts'
import { countsByGroup } from './counts-by-group.ts'
import { onlineFilter } from './figure-filters.ts'
import { hasFiguresOf, selectFigures, storeFigures } from './figures-queries.ts'

const stepMs = groupStepSeconds * 1000
const keptMs = groupFiguresHours * 3_600_000
const everyMs = 60_000

/** The figures of a group: the stored ones of the last day, and its online SIMs by their signal, counted by the index. */
export async function groupFigures(db: Db, index: FleetIndex, id: number, asker: Asker): Promise<GroupFigures> {
  await groupById(db, id)
  const until = new Date()
  const from = new Date(until.getTime() - keptMs)
  const starts = signalClasses.flatMap(({ fromDbm }) => fromDbm ?? [])
  const [points, signals] = await Promise.all([
    selectFigures(db, id, from),
    signalCounts(db, index, { ...onlineFilter, group: [id] }, starts, asker),
  ])
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    stepSeconds: groupStepSeconds,
    points: points.map(({ at, ...figures }) => ({ at: at.toISOString(), ...figures })),
    signals: [...signalClasses.map(({ name }) => name), 'unknown' as const].map((value, at) => ({ value, count: signals[at] ?? 0 })),
  }
}

/**
 * Counts the SIMs of all groups and stores the figures of a step once. While the index of a large fleet is away, the step has none: to count
 * them, PostgreSQL would read every SIM several times.
 */
export async function gatherGroups({ db, index }: { db: Db; index: FleetIndex }, nowMs: number): Promise<void> {
  const at = new Date(Math.floor(nowMs / stepMs) * stepMs)
  if (await hasFiguresOf(db, at)) return
  if (!index.isReady && (await index.isNeeded())) return
  const asker = { key: 'figures of groups', gone: new AbortController().signal }
  const counted = (filter: SimFilter) => countsByGroup(db, index, filter, asker)
  const intervals = await silentIntervals(db)
  const sizes = await counted({})
  const online = await counted(onlineFilter)
  const expected = [
    await counted({ ...onlineFilter, status: [...statusesInUse] }),
    await counted(lateFilter(intervals)),
    await counted(silentFilter(intervals)),
  ]
  const counts = [...sizes].map(([id, sims]) => ({
    id,
    sims,
    online: online.get(id) ?? 0,
    expected: expected.reduce((sum, of) => sum + (of.get(id) ?? 0), 0),
  }))
  await storeFigures(
    db,
    at,
    counts.filter(({ id }) => id !== 0),
    new Date(at.getTime() - keptMs),
  )
}

export const groupFiguresJob = (options: { db: Db; index: FleetIndex }): Job => ({
  name: 'figures of groups',
  title: { ja: 'グループの集計', en: 'Figures of the groups' },
  everyMs,
  on: ['console'],
  onOneNode: true,
  run: () => gatherGroups(options, Date.now()),
})
