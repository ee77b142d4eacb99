import type { AttentionKey } from '@simdeck/contract/dashboard.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { FleetIndex } from '../sims/fleet-index/fleet-index.ts'
import { countOf } from '../sims/list/count-many.ts'
import { valueCounts } from '../sims/list/count-sims.ts'
import { silentFilter, silentIntervals } from '../sims/silent-intervals.ts'
import { countFleet } from './fleet/count-fleet.ts'
import { fleetFigures, pollFigures, pollsBefore, simFigures } from './fleet/fleet-figures.ts'
import type { CountedSims, FleetNow } from './fleet/fleet-now.ts'
import { figuresOf, intervalsFigure, replaceMinute, storeMinute } from './figures-queries.ts'
import { dashboardChanged } from './topics.ts'

const minuteMs = 60_000
/** Nodes look more often than once a minute, so that no minute is left out as their clocks drift. */
const everyMs = 20_000
/** The time after which every device port has written the POLLs of a minute. */
const settledMs = 10_000
const lateMs = 40_000
const slowEveryMs = 10 * minuteMs
/** The time after the start of a node in which its index usually loads. */
const loadingMs = 2 * minuteMs

const dayMs = 86_400_000
const failed = ['Failed', 'Blocked'] as const
/** SIMs with these statuses never come into use again, so they need no keys. */
const ended = ['RETIRED', 'PURGED', 'TERMINATED', 'REPLACED'] as const

/** The filters of the SIMs that need attention at a time, as the list has them. */
const filtersAt = (at: Date, intervals: number): { [Key in AttentionKey]?: SimFilter } => ({
  failedAppletOtas: { status_other_applet: [...failed] },
  failedPollerOtas: { status_poller: [...failed] },
  silentSims: silentFilter(intervals),
  imeiChanged: { imei_changed_start: new Date(at.getTime() - dayMs).toISOString() },
  simsWithoutKeys: { has_keys: ['false'], status: [...ended], not: ['status'] },
})

/** The time from which PostgreSQL may count the SIMs of a large fleet again, in milliseconds since 1970. */
type SlowCounts = { nextMs: number }
type Gathering = { db: Db; index: FleetIndex; publish: Publish }

const askerOfJob = () => ({ key: 'overview', gone: new AbortController().signal })

async function countedSims({ db, index }: Gathering, filter: SimFilter): Promise<CountedSims> {
  const asker = askerOfJob()
  const { count } = await countOf(db, index, filter, asker)
  const [most] = count === 0 ? [] : await valueCounts(db, index, { ...filter, of: 'group' }, asker)
  return {
    count,
    filter: Object.fromEntries(
      Object.entries(filter).map(([name, value]) => [name, typeof value === 'string' ? value : (value as readonly string[]).join(',')]),
    ),
    mostIn: most && most.value !== '0' ? { id: Number(most.value), count: most.count } : null,
  }
}

async function countedAttention(gathering: Gathering, at: Date, intervals: number): Promise<FleetNow['attention']> {
  const attention: FleetNow['attention'] = {}
  for (const [key, filter] of Object.entries(filtersAt(at, intervals)))
    attention[key as AttentionKey] = await countedSims(gathering, filter)
  return attention
}

/**
 * True if the SIMs may be counted now. PostgreSQL would read all SIMs of a large fleet several times, so it counts them rarely, and only if
 * no other node has counted them until late in the minute. `later`: the minute is not late yet.
 */
async function mayCount(index: FleetIndex, passedMs: number, slow: SlowCounts): Promise<boolean | 'later'> {
  if (index.isReady || !(await index.isNeeded())) return true
  if (passedMs < lateMs) return 'later'
  const nowMs = Date.now()
  if (nowMs < slow.nextMs) return false
  slow.nextMs = nowMs + slowEveryMs
  return true
}

/**
 * Counts the SIMs and the POLLs, and stores the figures of a minute once, whichever node is first. While the index of a large fleet is
 * away, most minutes have the figures of POLLs only. SIMs are counted once more in a minute if the number of own poll intervals after which
 * they are silent was changed.
 */
export async function gather(gathering: Gathering, nowMs: number, slow: SlowCounts = { nextMs: 0 }): Promise<void> {
  const { db, index, publish } = gathering
  const at = new Date(Math.floor(nowMs / minuteMs) * minuteMs)
  const [gathered, intervals] = await Promise.all([figuresOf(db, at), silentIntervals(db)])
  if (gathered && (gathered[intervalsFigure] ?? intervals) === intervals) return
  const may = await mayCount(index, nowMs - at.getTime(), slow)
  if (may === 'later') return
  if (gathered && !may) return
  const counted = may
    ? { attention: await countedAttention(gathering, at, intervals), sims: await countFleet(db, index, intervals, askerOfJob()) }
    : null
  const polls = await pollsBefore(db, at)
  const figures = {
    ...pollFigures(polls),
    ...(counted && {
      ...Object.fromEntries(Object.entries(counted.attention).map(([key, { count }]) => [key, count])),
      ...simFigures(counted.sims),
      [intervalsFigure]: intervals,
    }),
  }
  const fleet = counted && { intervals, attention: counted.attention, fleet: await fleetFigures(db, at, counted.sims, polls) }
  if (gathered) {
    await replaceMinute(db, at, { figures, fleet })
    publish(dashboardChanged)
  } else if (await storeMinute(db, at, { figures, delays: polls.lastMinute?.delays ?? [], fleet })) publish(dashboardChanged)
}

export function gatherJob(gathering: Gathering): Job {
  const slow = { nextMs: Date.now() + loadingMs }
  return {
    name: 'overview',
    title: { ja: '概要の集計', en: 'Figures of the overview' },
    everyMs,
    on: ['console'],
    onOneNode: true,
    alsoAfter: ({ settings }) => settings.includes('system_config_sim_silent_intervals'),
    run: () => gather(gathering, Date.now() - settledMs, slow),
  }
}
