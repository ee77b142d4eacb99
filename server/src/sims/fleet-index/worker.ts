import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { FleetFollower } from './follower.ts'
import type { Answer, Ask, Report, WorkerOptions } from './messages.ts'
import { withoutTableScans } from './without-table-scans.ts'

// The thread of the fleet index: follows the database, and answers the questions of its node.

/** The time for which a question waits for changes that were made before it. */
const catchUpMs = 100
/** A list does not wait longer for a database that answers slowly. */
const pullMs = 2_000
/** Without questions, changes are read in this interval. */
const idleMs = 250
/** Counts for many filters concern nobody who waits, and are of use only if no change is missing. */
const countsCatchUpMs = 2_000
const figuresMs = 1_000

const port = parentPort!
const { databaseUrl } = workerData as WorkerOptions

const database = openDatabase(withoutTableScans(databaseUrl), { max: 3 })
const follower = new FleetFollower(database)

/** True if every change before this call is included. */
async function caughtUp(limitMs: number): Promise<boolean> {
  const over = new AbortController()
  try {
    return await Promise.race([follower.catchUp(limitMs), pause(pullMs, false, { signal: over.signal })])
  } finally {
    over.abort()
  }
}

async function answered({ name, ask }: Ask): Promise<{ answer: unknown; asOf: Date | null }> {
  if (name === 'check') return { answer: await follower.check(), asOf: null }
  if (!follower.data) throw new Error('not loaded')
  const isCurrent = await caughtUp(name === 'counts' ? countsCatchUpMs : catchUpMs)
  if ('filter' in ask) await follower.prepare(ask.filter)
  if ('filters' in ask && ask.filters.some(({ quarantined }) => quarantined)) await follower.prepare({ quarantined: ['true'] })
  const { data, now } = follower
  const asOf = isCurrent ? null : follower.asOf
  if (name === 'page') return { answer: data.list({ ...ask, now }), asOf }
  if (name === 'values') return { answer: data.values(ask.filter, ask.of, ask.max, now), asOf }
  if (name === 'counts') return { answer: countsWithin(ask.ms, ask.filters, (filter) => data.count(filter, now)), asOf }
  if (name === 'polls') return { answer: data.polls(ask.filter, ask.times, now), asOf }
  if (name === 'shares') return { answer: data.shares(ask.filter, ask.of, now), asOf }
  if (name === 'signals') return { answer: data.signals(ask.filter, ask.starts, now), asOf }
  if (name === 'map') return { answer: data.map(ask.filter, ask.grid, now), asOf }
  return { answer: data.find(ask.typed, ask.take), asOf }
}

/** The counts of the first filters, as many as fit in the time, and at least one. */
function countsWithin(ms: number, filters: readonly SimFilter[], count: (filter: SimFilter) => number): number[] {
  const until = performance.now() + ms
  const counts: number[] = []
  for (const filter of filters) {
    if (counts.length > 0 && performance.now() >= until) break
    counts.push(count(filter))
  }
  return counts
}

port.on('message', (ask: Ask) => {
  answered(ask).then(
    (answer) => port.postMessage({ id: ask.id, ...answer } satisfies Answer),
    (error: Error) => port.postMessage({ id: ask.id, answer: null, failed: error.name } satisfies Answer),
  )
})

async function load(): Promise<void> {
  const startedAt = performance.now()
  try {
    await follower.load()
  } finally {
    // The first pull after the load can fail. The data are complete without it.
    if (follower.data) port.postMessage({ loadedMs: Math.round(performance.now() - startedAt) } satisfies Report)
  }
}

/** Reads what changed; at first, all SIMs. */
async function current(): Promise<void> {
  if (follower.data) await follower.catchUp(catchUpMs)
  else await load()
}

let failed: string | null = null

/** Reports a failure once, and its end. */
function reportFailure(name: string | null): void {
  if ((name === null) !== (failed === null)) port.postMessage({ failed: name } satisfies Report)
  failed = name
}

/** Repeats work that never rejects. */
function repeat(work: () => Promise<unknown>, everyMs: number): void {
  void work().finally(() => setTimeout(() => repeat(work, everyMs), everyMs))
}

repeat(
  () =>
    current().then(
      () => reportFailure(null),
      (error: Error) => reportFailure(error.name),
    ),
  idleMs,
)

repeat(async () => {
  const { data, lagMs } = follower
  port.postMessage({ figures: { sims: data?.size ?? 0, bytes: data?.bytes ?? 0, lagMs } } satisfies Report)
}, figuresMs)
