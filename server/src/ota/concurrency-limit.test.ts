import { expect, test } from 'vitest'
import { Foreground } from '../platform/foreground.ts'
import { NoMoreWork, ConcurrencyLimit } from './concurrency-limit.ts'

/** Pieces of work that record their begin and run until the test ends them. */
function pieces(limit: ConcurrencyLimit) {
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
  const work = pieces(new ConcurrencyLimit(3, foreground))
  const all = Array.from({ length: 8 }, work.begin)
  expect(await work.running()).toBe(3)
  const leave = foreground.enter()
  for (const still of [2, 1, 1]) {
    work.endOne()
    expect(await work.running()).toBe(still)
  }
  const leaveToo = foreground.enter()
  leave()
  leave()
  expect(await work.running()).toBe(1)
  leaveToo()
  expect(await work.running()).toBe(3)
  while ((await work.running()) > 0) work.endOne()
  await Promise.all(all)
})

test('after the end, waiting operations are rejected and running ones are awaited', async () => {
  const limit = new ConcurrencyLimit(1, new Foreground())
  const work = pieces(limit)
  const [first, second] = [work.begin(), work.begin()]
  await work.running()
  let over = false
  const ended = limit.end().then(() => (over = true))
  await expect(second).rejects.toThrow(NoMoreWork)
  await expect(limit.run(async () => 'late')).rejects.toThrow(NoMoreWork)
  expect(over).toBe(false)
  work.endOne()
  await Promise.all([first, ended])
})

test('a failed operation lets the next one run', async () => {
  const limit = new ConcurrencyLimit(1, new Foreground())
  await expect(limit.run(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await limit.run(async () => 'next')).toBe('next')
})
