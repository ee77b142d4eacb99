import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

test('messages go out at the pace, and at most those of a fifth of a second at once', () => {
  const pace = new Pace(100, 0)
  let sent = 0
  for (let ms = 0; ms <= 10_000; ms += 10) {
    const free = pace.free(ms)
    expect(free).toBeLessThanOrEqual(20)
    pace.take(free)
    sent += free
  }
  expect(sent).toBe(20 + 1_000)
})

test('after a refusal for the limit nothing goes out for a while, which doubles until a message is taken', () => {
  const pace = new Pace(10, 0)
  expect(pace.throttled(0)).toBe(1_000)
  // The other messages on their way are refused as well.
  expect(pace.throttled(400)).toBe(600)
  expect(pace.free(999)).toBe(0)
  expect(pace.free(1_000)).toBe(2)
  expect(pace.throttled(1_000)).toBe(2_000)
  pace.accepted(1_500)
  expect(pace.free(2_999)).toBe(0)
  pace.accepted(3_000)
  expect(pace.throttled(3_100)).toBe(1_000)
})

test('the slowest pace still sends', () => {
  const pace = new Pace(1, 0)
  expect(pace.free(0)).toBe(1)
  pace.take(1)
  expect(pace.free(999)).toBe(0)
  expect(pace.free(1_000)).toBe(1)
})
