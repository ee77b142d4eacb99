import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptFor } from './kept-for.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an answer is shared, kept for a multiple of the time that it took, and then made again', async () => {
  let made = 0
  const ask = keptFor(20, async () => {
    await vi.advanceTimersByTimeAsync(100)
    return ++made
  })
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(1_900)
  expect(await ask()).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(await ask()).toBe(2)
})

test('a failure is told to those who asked, and the next call tries again', async () => {
  let tries = 0
  const ask = keptFor(20, async () => {
    if (++tries === 1) throw new Error('no database')
    return tries
  })
  await expect(ask()).rejects.toThrow('no database')
  expect(await ask()).toBe(2)
})
