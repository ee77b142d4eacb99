import { expect, test } from 'vitest'
import { OverloadWaits } from './overload-waits.ts'

const claims = (waits: OverloadWaits, count: number, ms: number) => {
  for (let n = 0; n < count; n++) waits.claimEnded(ms)
}
/** The waits of this many cards that poll at the same moment. */
const waitsOf = (waits: OverloadWaits, cards: number, now = 0) => Array.from({ length: cards }, () => waits.next(now))
const inSecond = (all: readonly number[], second: number) => all.filter((wait) => wait === second).length

test('cards come back at the pace at which claims end, after those that hold the places', () => {
  const waits = new OverloadWaits(400)
  claims(waits, 1000, 10_000)
  const all = waitsOf(waits, 400)
  expect(Math.min(...all)).toBe(11)
  expect(Math.max(...all)).toBe(20)
  // 400 places, each for ten seconds: forty cards a second.
  for (let second = 11; second <= 20; second++) expect(inSecond(all, second)).toBe(40)
})

test('a card that polls later gets a time after those that were given', () => {
  const waits = new OverloadWaits(400)
  claims(waits, 1000, 10_000)
  waitsOf(waits, 400)
  expect(waits.next(5_000)).toBe(16)
  expect(waits.next(60_000)).toBe(11)
})

test('at most 200 cards a second come back while no claim has ended, and the rest in the second minute', () => {
  const all = waitsOf(new OverloadWaits(400), 100_000)
  for (let second = 6; second < 60; second++) expect(inSecond(all, second)).toBeLessThanOrEqual(200)
  expect(Math.max(...all)).toBeLessThanOrEqual(120)
  const late = all.slice(24_000)
  expect(Math.min(...late)).toBeGreaterThanOrEqual(60)
  for (let second = 60; second <= 120; second++) expect(inSecond(late, second)).toBeGreaterThan(1_000)
})
