import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { AdvisoryLocks } from '../db/advisory-locks.ts'
import { createLog } from '../log.ts'
import { Metrics } from '../metrics.ts'
import { recurringRuns } from '../../testing/recurring-runs.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import type { Job } from './job.ts'
import { Jobs } from './jobs.ts'

const title = { ja: '仕事', en: 'Work' }

const newLocks = () => new AdvisoryLocks(inject('postgresUrl'), 1, () => undefined)

const newWork = () => {
  const lines: string[] = []
  const metrics = new Metrics()
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  return {
    jobs: new Jobs({ log, metrics, services: ['jobs'], locks: newLocks(), onRun: () => undefined }),
    lines,
    counted: async () => (await metrics.recurringRuns.get()).values,
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a job that fails is logged and counted under its name, and runs again without delaying others', async () => {
  const { jobs, lines, counted } = newWork()
  const runs = { good: 0, bad: 0 }
  const good: Job = { name: 'good', title, everyMs: 1000, run: async () => void runs.good++ }
  const bad: Job = {
    name: 'bad',
    title,
    everyMs: 1000,
    async run() {
      runs.bad++
      throw new RangeError('89811000')
    },
  }
  jobs.start([good, bad])
  await vi.advanceTimersByTimeAsync(2000)
  await jobs.close()
  expect(runs).toEqual({ good: 3, bad: 3 })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    [1, 2, 3].map(() => ({ work: 'bad', errorName: 'RangeError', msg: 'recurring work failed and is tried again' })),
  )
  expect(lines.join('')).not.toContain('89811000')
  expect(await counted()).toMatchObject([
    { labels: { work: 'good', outcome: 'succeeded' }, value: 3 },
    { labels: { work: 'bad', outcome: 'failed' }, value: 3 },
  ])
})

test('a job that takes longer than its interval never runs twice at a time, and the end waits for it', async () => {
  const { jobs } = newWork()
  const ends: (() => void)[] = []
  jobs.start([{ name: 'slow', title, everyMs: 1000, run: () => new Promise<void>((done) => ends.push(done)) }])
  await vi.advanceTimersByTimeAsync(5000)
  expect(ends).toHaveLength(1)
  let closed = false
  const closing = jobs.close().then(() => (closed = true))
  await vi.advanceTimersByTimeAsync(5000)
  expect(closed).toBe(false)
  ends[0]!()
  await closing
  expect(ends).toHaveLength(1)
})

test('the first run of a job that starts first comes before those of the jobs before it', async () => {
  const { jobs } = newWork()
  const begun: string[] = []
  const job = (name: string): Job => ({ name, title, everyMs: 60_000, run: async () => void begun.push(name) })
  jobs.start([job('one'), job('two'), { ...job('index'), startsFirst: true }, job('three')])
  await until(() => begun.length === 4)
  await jobs.close()
  expect(begun).toEqual(['index', 'one', 'two', 'three'])
})

test('first runs come one after the other, and a first run without end does not prevent other jobs', async () => {
  const { jobs } = newWork()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const job = (name: string): Job => ({
    name,
    title,
    everyMs: 3_600_000,
    run: () => new Promise<void>((done) => (begun.push(name), ends.push(done))),
  })
  jobs.start([job('first'), job('second'), job('third')])
  expect(begun).toEqual(['first'])
  ends[0]!()
  await vi.waitFor(() => expect(begun).toEqual(['first', 'second']))
  await vi.waitFor(() => expect(begun).toEqual(['first', 'second', 'third']), 10_000)
  for (const end of ends) end()
  await jobs.close()
})

test('a requested job runs at once, or once more after its current run; a node without its service never runs it', async () => {
  const { jobs, lines, counted } = newWork()
  const ends: (() => void)[] = []
  const run = () => new Promise<void>((done) => ends.push(done))
  const requested: Job = { name: 'requested', title, everyMs: 1000, startsLater: true, run }
  const elsewhere: Job = { name: 'elsewhere', title, everyMs: 1000, on: ['device'], run: () => Promise.reject(new Error('ran')) }
  jobs.start([requested, elsewhere])
  expect(ends).toHaveLength(0)
  for (const job of [elsewhere, requested, requested, requested]) jobs.now(job)
  expect(ends).toHaveLength(1)
  ends[0]!()
  await vi.waitFor(() => expect(ends).toHaveLength(2))
  ends[1]!()
  await jobs.close()
  jobs.now(requested)
  expect(ends).toHaveLength(2)
  expect(await counted()).toMatchObject([{ labels: { work: 'requested', outcome: 'succeeded' }, value: 2 }])
  expect(lines).toEqual([])
})

test('a job of the whole installation runs on one node at a time, and on another node after the first run has ended', async () => {
  vi.useRealTimers()
  const nodes = [newWork(), newWork()] as const
  let end: () => void = () => undefined
  const runs: string[] = []
  const job = (node: string): Job => ({
    name: 'whole installation',
    title,
    everyMs: 3_600_000,
    onOneNode: true,
    startsLater: true,
    run: () => new Promise<void>((done) => (runs.push(node), (end = done))),
  })
  const [first, second] = [job('first'), job('second')]
  nodes[0].jobs.start([first])
  nodes[1].jobs.start([second])
  nodes[0].jobs.now(first)
  await until(async () => runs.length === 1)
  nodes[1].jobs.now(second)
  await nodes[1].jobs.idle()
  expect(runs).toEqual(['first'])
  expect(await nodes[1].counted()).toEqual([])
  end()
  await nodes[0].jobs.idle()
  nodes[1].jobs.now(second)
  await until(async () => runs.length === 2)
  end()
  for (const { jobs } of nodes) await jobs.close()
  expect(runs).toEqual(['first', 'second'])
})

test('only a node with the service "jobs" sweeps', async () => {
  vi.useRealTimers()
  await using server = await startTestServer({ SERVICES: 'console,ota' })
  const ran = async (node: { metricsUrl: string }, work: string) => (await recurringRuns(node, work)).succeeded > 0
  await using jobs = await startTestServer({ SERVICES: 'jobs' })
  for (const work of ['sign-ins', 'selections', 'imports', 'access restrictions', 'ended sign-ins']) await until(() => ran(jobs, work))
  await until(() => ran(server, 'access restrictions'))
  expect(await ran(server, 'sign-ins')).toBe(false)
})
