import { afterEach, expect, test, vi } from 'vitest'
import { RecentIds } from './recent-ids.ts'

afterEach(() => vi.useRealTimers())

test('an id is recent for the given time and forgotten after twice that time; only the requested ids are looked up', () => {
  vi.useFakeTimers()
  const recent = new RecentIds(1_000)
  recent.add([1, 2])
  vi.advanceTimersByTime(900)
  recent.add([3])
  expect([recent.among([1, 3, 4]), recent.among([]), recent.among('all')]).toEqual([[1, 3], [], [1, 2, 3]])
  vi.advanceTimersByTime(1_000)
  expect(recent.among([1, 3])).toEqual([1, 3])
  vi.advanceTimersByTime(2_000)
  expect([recent.among([1, 3]), recent.among('all')]).toEqual([[], []])
})
