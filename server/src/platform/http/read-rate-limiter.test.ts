import { expect, test } from 'vitest'
import { ReadingTurns } from './reading-turns.ts'

test('a member is read once in 50 ms across all sockets; others do not wait for it', () => {
  const turns = new ReadingTurns()
  expect([1, 1, 1, 2].map((member) => turns.next(member, 1_000))).toEqual([0, 50, 100, 0])
  expect(turns.next(1, 1_120)).toBe(30)
  expect(turns.next(1, 2_000)).toBe(0)
  for (let member = 3; member < 3_000; member++) turns.next(member, 2_010)
  expect(turns.next(1, 2_020)).toBe(30)
})
