import { expect, test } from 'vitest'
import { ReadRateLimiter } from './read-rate-limiter.ts'

test('messages of a member are read every 50 ms across all sockets, and other members do not wait', () => {
  const readRateLimiter = new ReadRateLimiter()
  expect([1, 1, 1, 2].map((member) => readRateLimiter.waitMs(member, 1_000))).toEqual([0, 50, 100, 0])
  expect(readRateLimiter.waitMs(1, 1_120)).toBe(30)
  expect(readRateLimiter.waitMs(1, 2_000)).toBe(0)
  for (let member = 3; member < 3_000; member++) readRateLimiter.waitMs(member, 2_010)
  expect(readRateLimiter.waitMs(1, 2_020)).toBe(30)
})
