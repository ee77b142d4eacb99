import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { makeDatabase } from '../../testing/databases.ts'
import { makeDue } from '../../testing/queued.ts'
import { until } from '../../testing/until.ts'
import { AdvisoryLocks } from '../db/advisory-locks.ts'
import { openDatabase } from '../db/database.ts'
import { ChangeFeed } from '../events/change-feed.ts'
import { createLog } from '../log.ts'
import { Metrics } from '../metrics.ts'
import { Jobs } from './jobs.ts'
import { enqueue, type Queue, wakeAtCommit } from './queue.ts'
import { nodeLocks } from './queries.ts'
import { queueStates, Queues } from './queues.ts'

const name = 'letters'
const title = { ja: '手紙', en: 'Letters' }
const minute = 60_000

/** A node that runs the jobs of the queue. */
async function startNode(databaseUrl: string, queue: Pick<Queue, 'run'> & Partial<Queue>) {
  const database = openDatabase(databaseUrl, { max: 5 })
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const metrics = new Metrics()
  const locks = new AdvisoryLocks(databaseUrl, 1, () => undefined)
  const jobs = new Jobs({ log, metrics, services: ['jobs'], locks, onRun: () => undefined })
  const retryMs = (attempt: number) => [minute, 5 * minute][attempt - 1] ?? null
  const queues = new Queues({ db: database.db, databaseUrl, jobs, log, metrics }, [{ name, title, atOnce: 3, retryMs, ...queue }])
  const feed = new ChangeFeed(database, databaseUrl)
  feed.onChange((change) => jobs.onChange(change))
  await feed.start()
  jobs.start(queues.jobs)
  await jobs.idle()
  return {
    lines,
    counted: async () => (await metrics.queuedRuns.get()).values,
    async stop() {
      await Promise.all([jobs.close(), queues.close()])
      await feed.close()
      await database.close()
    },
  }
}

type Node = Awaited<ReturnType<typeof startNode>>

/** A database, and nodes on it that stop at the end of the test. */
async function startWorld() {
  const { url, drop } = await makeDatabase(inject('postgresUrl'))
  const { db, close } = openDatabase(url, { max: 3 })
  const nodes: Node[] = []
  return {
    db,
    async start(queue: Parameters<typeof startNode>[1]) {
      const node = await startNode(url, queue)
      nodes.push(node)
      return node
    },
    row: async (key: number) => db.selectFrom('queued_jobs').selectAll().where('key', '=', key).executeTakeFirst(),
    isEmpty: () => until(async () => (await queueStates(db)).length === 0),
    async [Symbol.asyncDispose]() {
      for (const node of nodes) await node.stop()
      await close()
      await drop()
    },
  }
}

/** Runs that last until the test ends them. */
function openRuns() {
  const begun: { key: number; signal: AbortSignal; end: () => void }[] = []
  const run: Queue['run'] = ({ key, signal }) =>
    new Promise((done, failed) => {
      begun.push({ key, signal, end: () => done() })
      signal.addEventListener('abort', () => failed(new Error('aborted')))
    })
  return { begun, run }
}

// Intervals never elapse here, so that no test depends on the interval at which nodes look for jobs.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a job runs as soon as its transaction commits, and never if the transaction fails', async () => {
  await using world = await startWorld()
  const runs: number[] = []
  const node = await world.start({ run: async ({ key }) => void runs.push(key) })
  await expect(
    world.db.transaction().execute(async (trx) => {
      await enqueue(trx, name, 1)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await world.db.transaction().execute((trx) => enqueue(trx, name, 2))
  await until(() => runs.length > 0)
  await world.isEmpty()
  expect(runs).toEqual([2])
  expect(await node.counted()).toMatchObject([{ labels: { work: name, outcome: 'succeeded' }, value: 1 }])
})

test('a job that fails is tried again after each wait, and is dead after its last attempt until it is queued again', async () => {
  await using world = await startWorld()
  const failures: object[] = []
  let works = false
  const node = await world.start({
    async run() {
      if (!works) throw new RangeError('89811000')
    },
    onFailure: async (_trx, key, { error, dead }) => void failures.push({ key, error: error.message, dead }),
  })
  await enqueue(world.db, name, 7)
  for (const [index, minutes] of [1, 5].entries()) {
    const row = await until(async () => {
      const found = await world.row(7)
      return found?.node === null && found.attempts === index + 1 && found
    })
    expect(row).toMatchObject({ error: 'RangeError', dead_at: null })
    expect(Math.ceil((row.run_at.getTime() - Date.now()) / minute)).toBe(minutes)
    expect(await queueStates(world.db)).toMatchObject([{ name, waiting: 1, retrying: 1, dead: 0 }])
    await makeDue(world, name)
  }
  expect(await until(async () => (await world.row(7))?.dead_at)).toBeInstanceOf(Date)
  expect(await world.row(7)).toMatchObject({ error: 'RangeError', attempts: 3, node: null })
  expect(await queueStates(world.db)).toEqual([{ name, running: 0, waiting: 0, retrying: 0, dead: 1, next_at: null }])
  expect(failures).toEqual([false, false, true].map((dead) => ({ key: 7, error: '89811000', dead })))
  expect(node.lines.map((line) => JSON.parse(line))).toMatchObject(
    [1, 2, 3].map((attempts) => ({ work: name, key: 7, attempts, triedAgain: attempts < 3, errorName: 'RangeError' })),
  )
  expect(node.lines.join('')).not.toContain('89811000')
  await makeDue(world, name)
  await enqueue(world.db, name, 8)
  await until(async () => (await world.row(8))?.attempts === 1)
  expect(await world.row(7)).toMatchObject({ attempts: 3 })

  works = true
  await enqueue(world.db, name, 7)
  await until(async () => (await world.row(7)) === undefined)
})

test('an attempt that is due soon does not wait for the interval', async () => {
  await using world = await startWorld()
  let attempts = 0
  await world.start({
    retryMs: () => 10,
    async run() {
      if (++attempts < 3) throw new Error('not yet')
    },
  })
  await enqueue(world.db, name, 1)
  await world.isEmpty()
  expect(attempts).toBe(3)
})

test('two nodes run every job once, each at most as many at a time as the queue allows', async () => {
  await using world = await startWorld()
  const runs: number[] = []
  const maxRunning = [0, 0]
  const nodeOf = (index: number): Parameters<typeof startNode>[1] => {
    let running = 0
    return {
      async run({ key }) {
        maxRunning[index] = Math.max(maxRunning[index]!, ++running)
        runs.push(key)
        await world.db.selectFrom('roles').select('id').execute()
        running--
      },
    }
  }
  await world.start(nodeOf(0))
  await world.start(nodeOf(1))
  const keys = Array.from({ length: 200 }, (_, index) => index)
  await world.db.transaction().execute(async (trx) => {
    for (const key of keys) await enqueue(trx, name, key)
  })
  await world.isEmpty()
  expect(runs.toSorted((one, other) => one - other)).toEqual(keys)
  expect(Math.max(...maxRunning)).toBe(3)
})

test('a running job is claimed neither by another node nor again by its own node', async () => {
  await using world = await startWorld()
  const { begun, run } = openRuns()
  await world.start({ run })
  await enqueue(world.db, name, 1)
  await until(() => begun.length === 1)
  await world.start({ run })
  for (const key of [1, 2]) await enqueue(world.db, name, key)
  await until(() => begun.length === 2)
  await makeDue(world, name)
  await enqueue(world.db, name, 3)
  await until(() => begun.length === 3)
  expect(begun.map(({ key }) => key)).toEqual([1, 2, 3])
  for (const { end } of begun) end()
  await world.isEmpty()
})

test('a node that loses its lock while it claims a job does not run the job under its former number', async () => {
  await using world = await startWorld()
  const runs: number[] = []
  const node = await world.start({ run: async ({ key }) => void runs.push(key) })
  await world.db.transaction().execute(async (trx) => {
    await sql`lock table queued_jobs in access exclusive mode`.execute(trx)
    await wakeAtCommit(world.db, name)
    await until(
      async () => (await sql`select from pg_locks where relation = 'queued_jobs'::regclass and not granted`.execute(trx)).rows.length,
    )
    await enqueue(trx, name, 1)
    const held = sql`locktype = 'advisory' and classid = ${nodeLocks}::oid and granted and database = (
      select oid from pg_database where datname = current_database())`
    await sql`select pg_terminate_backend(pid) from pg_locks where ${held}`.execute(trx)
    await until(() => node.lines.some((line) => line.includes('the lock of this node was lost')))
  })
  await world.isEmpty()
  expect(runs).toEqual([1])
})

test('a node that stops leaves its job to another one, without counting the attempt', async () => {
  await using world = await startWorld()
  const { begun, run } = openRuns()
  const first = await world.start({ run })
  await enqueue(world.db, name, 1)
  await until(() => begun.length === 1)
  await world.start({ run })
  const stopped = first.stop()
  await until(() => begun.length === 2)
  await stopped
  expect(await world.row(1)).toMatchObject({ attempts: 1, error: null })
  expect(await first.counted()).toEqual([])
  begun[1]!.end()
  await world.isEmpty()
})

test('a node that lost its lock gives up its job, and the next attempt decides the outcome', async () => {
  await using world = await startWorld()
  const { begun, run } = openRuns()
  await world.start({ run })
  await enqueue(world.db, name, 1)
  await until(() => begun.length === 1)
  const held = `select pid from pg_locks where locktype = 'advisory' and classid = ${nodeLocks}
    and database = (select oid from pg_database where datname = current_database())`
  await sql.raw(`select pg_terminate_backend(pid) from (${held}) as held`).execute(world.db)
  await until(() => begun[0]!.signal.aborted)
  await makeDue(world, name)
  await until(() => begun.length === 2)
  expect(await world.row(1)).toMatchObject({ attempts: 2, error: null })
  begun[1]!.end()
  await world.isEmpty()
})

test('the job of a dead node is taken over, and is dead if the node died in the last attempt', async () => {
  await using world = await startWorld()
  // No node holds the lock of this number.
  const claimed = { queue: name, node: 4711 }
  await world.db
    .insertInto('queued_jobs')
    .values([
      { ...claimed, key: 1, attempts: 1 },
      { ...claimed, key: 2, attempts: 3 },
    ])
    .execute()
  const runs: number[] = []
  await world.start({ run: async ({ key }) => void runs.push(key) })
  expect(await until(async () => (await world.row(2))?.dead_at)).toBeInstanceOf(Date)
  expect(await world.row(2)).toMatchObject({ error: 'NodeDied' })
  await until(async () => (await world.row(1)) === undefined)
  expect(runs).toEqual([1])
})

test('a job whose outcome could not be stored is not run again', async () => {
  await using world = await startWorld()
  let runs = 0
  let fails = 2
  const node = await world.start({
    async run() {
      runs++
      return async () => {
        if (fails-- > 0) throw new Error('the database is away')
      }
    },
  })
  await enqueue(world.db, name, 1)
  await world.isEmpty()
  expect(runs).toBe(1)
  expect(node.lines).toHaveLength(2)
})
