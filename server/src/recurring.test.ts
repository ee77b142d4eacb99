import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { Metrics } from './metrics.ts'
import { RecurringWork } from './recurring.ts'
import { startTestServer } from './testing/server.ts'
import { until } from './testing/until.ts'

const newWork = () => {
  const lines: string[] = []
  const metrics = new Metrics()
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  return { recurring: new RecurringWork(log, metrics), lines, counted: async () => (await metrics.recurringRuns.get()).values }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('work that fails is logged and counted by its name, and is tried again beside the others', async () => {
  const { recurring, lines, counted } = newWork()
  const runs = { good: 0, bad: 0 }
  recurring.every(1000, 'good', async () => void runs.good++)
  recurring.every(1000, 'bad', async () => {
    runs.bad++
    throw new RangeError('89811000')
  })
  await vi.advanceTimersByTimeAsync(2000)
  await recurring.close()
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

test('work that takes longer than its interval does not run twice at a time, and is waited for at the end', async () => {
  const { recurring } = newWork()
  const ends: (() => void)[] = []
  recurring.every(1000, 'slow', () => new Promise<void>((done) => ends.push(done)))
  await vi.advanceTimersByTimeAsync(5000)
  expect(ends).toHaveLength(1)
  let closed = false
  const closing = recurring.close().then(() => (closed = true))
  await vi.advanceTimersByTimeAsync(5000)
  expect(closed).toBe(false)
  ends[0]!()
  await closing
  expect(ends).toHaveLength(1)
})

test('a node sweeps if it does jobs, and not otherwise', async () => {
  vi.useRealTimers()
  await using server = await startTestServer({ SERVICES: 'console,ota' })
  const ran = async ({ metricsUrl }: { metricsUrl: string }, work: string) =>
    (await (await fetch(metricsUrl)).text()).includes(`simdeck_recurring_runs_total{work="${work}",outcome="succeeded"}`)
  await using jobs = await startTestServer({ SERVICES: 'jobs' })
  for (const work of ['sign-ins', 'snapshots', 'selections', 'imports', 'access restrictions', 'ended sign-ins'])
    await until(() => ran(jobs, work))
  await until(() => ran(server, 'access restrictions'))
  expect(await ran(server, 'sign-ins')).toBe(false)
})
