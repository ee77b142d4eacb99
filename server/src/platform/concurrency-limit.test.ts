import { expect, test } from 'vitest'
import { Foreground } from './foreground.ts'
import { ConcurrencyLimit, LimitEnded, NotWanted } from './concurrency-limit.ts'

/** Operations that run until the test ends them. */
function operations(limit: ConcurrencyLimit) {
  const ends: (() => void)[] = []
  return {
    begin: () => limit.run(() => new Promise<void>((end) => ends.push(end))),
    running: async () => {
      await settled()
      return ends.length
    },
    endOne: () => ends.shift()!(),
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('operations run up to the limit, and one at a time while a request of the APIs waits', async () => {
  const foreground = new Foreground()
  const operation = operations(new ConcurrencyLimit(3, foreground))
  const all = Array.from({ length: 8 }, operation.begin)
  expect(await operation.running()).toBe(3)
  const leave = foreground.enter()
  for (const still of [2, 1, 1]) {
    operation.endOne()
    expect(await operation.running()).toBe(still)
  }
  const leaveToo = foreground.enter()
  leave()
  leave()
  expect(await operation.running()).toBe(1)
  leaveToo()
  expect(await operation.running()).toBe(3)
  while ((await operation.running()) > 0) operation.endOne()
  await Promise.all(all)
})

test('after the end, waiting operations are rejected and running ones are awaited', async () => {
  const limit = new ConcurrencyLimit(1, new Foreground())
  const operation = operations(limit)
  const [first, second] = [operation.begin(), operation.begin()]
  await operation.running()
  let over = false
  const ended = limit.end().then(() => (over = true))
  await expect(second).rejects.toThrow(LimitEnded)
  await expect(limit.run(async () => 'late')).rejects.toThrow(LimitEnded)
  expect(over).toBe(false)
  operation.endOne()
  await Promise.all([first, ended])
})

test('a failed operation lets the next one run', async () => {
  const limit = new ConcurrencyLimit(1, new Foreground())
  await expect(limit.run(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await limit.run(async () => 'next')).toBe('next')
})

test('urgent operations start before others, and those that nobody wants any more do not start', async () => {
  const limit = new ConcurrencyLimit(1, new Foreground())
  const first = operations(limit)
  const running = first.begin()
  await first.running()
  const started: string[] = []
  const run = (name: string, options = {}) => limit.run(async () => void started.push(name), options)
  const later = [run('poll'), run('frame', { isUrgent: true }), run('poll too'), run('frame too', { isUrgent: true })]
  const unwanted = run('unwanted', { isWanted: () => false })
  first.endOne()
  await expect(unwanted).rejects.toThrow(NotWanted)
  await Promise.all([running, ...later])
  expect(started).toEqual(['frame', 'frame too', 'poll', 'poll too'])
})
