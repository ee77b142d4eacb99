import { expect, test } from 'vitest'
import fc from 'fast-check'
import { pageAfter, placesAfter, type Window } from './carrier-apis/windows.ts'
import { type Progress, progressAfter } from './sync-window.ts'

type WindowAfter = (read: number) => Window

/** Reads a list of devices, some of which leave their places for the end before each call. Returns those that were read, and the calls. */
function read(windowAfter: WindowAfter, size: number, churn: readonly (readonly number[])[]): { seen: Set<string>; calls: number } {
  const list = Array.from({ length: size }, (_, index) => String(index))
  const seen = new Set<string>()
  let progress: Progress | null = { read: 0, tail: [] }
  let calls = 0
  while (progress !== null) {
    for (const place of churn[calls] ?? []) list.push(...list.splice(place % list.length, 1))
    const window = windowAfter(progress.read)
    const iccids = list.slice(window.from, window.to)
    for (const iccid of iccids) seen.add(iccid)
    progress = progressAfter(progress, window, { iccids, lastPage: window.to >= list.length })
    calls++
  }
  return { seen, calls }
}

test.each([pageAfter, placesAfter])(
  'every device of a list is read, although devices leave their places between the calls',
  (windowAfter) => {
    const places = fc.array(fc.nat(), { maxLength: 40 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1500 }), fc.array(places, { maxLength: 60 }), (size, churn) => {
        expect(read(windowAfter, size, churn).seen.size).toBe(size)
      }),
      { seed: 18, numRuns: 1000 },
    )
  },
)

test('a page goes on by more than thirty devices on average, and by sixteen at least', () => {
  const steps: number[] = []
  for (let at = 50; at < 200_000; at = pageAfter(at).to) {
    const { from, to } = pageAfter(at)
    expect(from % (to - from)).toBe(0)
    expect(to - from).toBeLessThanOrEqual(50)
    expect(from).toBeLessThanOrEqual(at - 8)
    steps.push(to - at)
  }
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(16)
  expect(steps.reduce((sum, step) => sum + step, 0) / steps.length).toBeGreaterThan(30)
})

test('an empty list and a list that claims to go on have an end', () => {
  expect(progressAfter({ read: 0, tail: [] }, pageAfter(0), { iccids: [], lastPage: false })).toBeNull()
  const window = pageAfter(50)
  const iccids = Array.from({ length: 50 - window.from }, (_, index) => String(window.from + index))
  expect(progressAfter({ read: 50, tail: iccids }, window, { iccids, lastPage: false })).toBeNull()
})
