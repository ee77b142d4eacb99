import { expect, test } from 'vitest'
import { CountPace } from './count-pace.ts'

/** A pace with a clock that the test moves. */
function paced(options: { leastIdleMs?: number } = {}) {
  let now = 0
  const pace = new CountPace({ pauseFactor: 10, idleFactor: 25, burstMs: 1_000, ...options }, () => now)
  return {
    pace,
    wait: (ms: number) => void (now += ms),
    count: (ids: readonly number[], ms: number) => {
      const startedAt = pace.begin(ids)
      now += ms
      pace.end(ids, startedAt)
    },
  }
}
const thousand = Array.from({ length: 1_000 }, (_, id) => id)

test('a thousand campaigns without changes are counted one after the other, in a twenty-fifth of the time', () => {
  const { pace, wait, count } = paced()
  expect(pace.choose(thousand)).toEqual(thousand)
  count(thousand, 200)
  const counted: number[] = []
  for (let second = 0; second < 10; second++) {
    wait(1_000)
    const chosen = pace.choose(thousand)
    count(chosen, chosen.length * 0.2)
    counted.push(...chosen)
  }
  expect(counted.length).toBeGreaterThan(1_000)
  expect(counted.length * 0.2).toBeLessThan(10_000 / 22)
  expect(new Set(counted).size).toBe(1_000)
})

test('a changed campaign is counted at once, and a large one after ten times its last count', () => {
  const { pace, wait, count } = paced({ leastIdleMs: 60_000 })
  count([1], 2)
  count([2], 3_000)
  wait(1_000)
  expect(pace.choose([1, 2])).toEqual([])
  pace.markChanged([1, 2])
  expect(pace.choose([1, 2])).toEqual([1])
  wait(29_000)
  expect(pace.choose([1, 2])).toEqual([1, 2])
})

test('a change during a count asks for another one', () => {
  const { pace, wait } = paced({ leastIdleMs: 60_000 })
  const startedAt = pace.begin([1])
  pace.markChanged([1])
  pace.end([1], startedAt)
  wait(1)
  expect(pace.choose([1])).toEqual([1])
})

test('campaigns that are no longer counted are forgotten after their pause', () => {
  const { pace, wait, count } = paced()
  count(thousand, 1_000)
  wait(9)
  expect(pace.choose([1, 2])).toEqual([])
  expect(pace.size).toBe(1_000)
  wait(1)
  pace.choose([1, 2])
  expect(pace.size).toBe(2)
})
