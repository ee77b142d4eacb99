import { afterEach, expect, test, vi } from 'vitest'
import { FullCampaigns } from './full-campaigns.ts'

afterEach(() => vi.useRealTimers())

test('the waits of many SIMs grow until a node gets about fifty of their POLLs a second, and shrink again', () => {
  vi.useFakeTimers()
  const full = new FullCampaigns()
  let waits: number[] = []
  const polls = (perSecond: number, seconds: number) => {
    waits = Array.from({ length: perSecond * seconds }, () => {
      vi.advanceTimersByTime(1000 / perSecond)
      return full.waitSeconds(1)
    })
  }
  polls(5, 60)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(30)
  expect(Math.max(...waits)).toBeLessThan(90)
  // 6,000 SIMs that wait for a minute each poll 100 times a second; two minutes are enough for half of that.
  polls(100, 11)
  polls(50, 20)
  expect(Math.max(...waits)).toBeGreaterThan(150)
  expect(Math.max(...waits)).toBeLessThanOrEqual(200)
  polls(900, 60)
  expect(Math.max(...waits)).toBeLessThanOrEqual(1_350)
  expect(waits.every(Number.isInteger)).toBe(true)
  polls(5, 300)
  expect(Math.max(...waits.slice(-50))).toBeLessThan(90)
})

test('a campaign is full for a second, in all or in one cell', () => {
  vi.useFakeTimers()
  const full = new FullCampaigns()
  full.markFull(1, 'a')
  expect([full.isFull(1, 'a'), full.isFull(1, 'b'), full.isFull(1, null), full.isFull(2, 'a')]).toEqual([true, false, false, false])
  full.markFull(1, null)
  expect([full.isFull(1, 'b'), full.isFull(1, null)]).toEqual([true, true])
  vi.advanceTimersByTime(1_000)
  expect(full.isFull(1, 'a')).toBe(false)
})
