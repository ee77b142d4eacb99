import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('other work has its turns while the lines of a file are read, which stay in order', async () => {
  const lines = Array.from({ length: 100 }, (_, n) => n)
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const read: number[] = []
  for await (const line of inTurns(lines)) read.push(line)
  clearImmediate(next)
  expect(read).toEqual(lines)
  expect(turns).toBeGreaterThanOrEqual(4)
})
