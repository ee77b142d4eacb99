import { expect, test } from 'vitest'
import fc from 'fast-check'
import { pageAfter, placesAfter, type Window } from './carrier-apis/windows.ts'
import { ReadAhead } from './read-ahead.ts'
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

test.each([pageAfter, placesAfter])(
  'a device that stays in its place is read also if several parts are asked for at a time and answered in any order',
  async (windowAfter) => {
    const leaving = fc.array(fc.array(fc.nat(), { maxLength: 6 }), { maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2000 }), leaving, fc.scheduler(), async (size, churn, scheduler) => {
        const list = Array.from({ length: size }, (_, index) => String(index))
        const seen = new Set<string>()
        let calls = 0
        const answer = ({ from, to }: Window) => {
          for (const place of churn[calls++] ?? []) {
            const changed = list.splice(place % list.length, 1)
            list.push(...changed)
            // The next list has these, too.
            for (const iccid of changed) seen.add(iccid)
          }
          return { devices: list.slice(from, to).map((iccid) => ({ iccid, status: null })), lastPage: to >= list.length }
        }
        const parts = new ReadAhead({ windowAfter, part: (window) => scheduler.schedule(Promise.resolve()).then(() => answer(window)) }, 4)
        const reading = async () => {
          let progress: Progress | null = { read: 0, tail: [] }
          while (progress !== null) {
            const { devices, lastPage, window } = await parts.next(progress.read, true)
            const iccids = devices.map(({ iccid }) => iccid)
            for (const iccid of iccids) seen.add(iccid)
            progress = progressAfter(progress, window, { iccids, lastPage })
          }
          await parts.end()
        }
        await scheduler.waitFor(reading())
        expect(seen.size).toBe(size)
      }),
      { seed: 18, numRuns: 200 },
    )
  },
)

test('no part of a short list is asked for before the one in front of it has arrived, and few behind the end of a long one', async () => {
  for (const [size, beyond] of [
    [200, 0],
    [5000, 3],
  ] as const) {
    const asked: Window[] = []
    const part = async (window: Window) => {
      asked.push(window)
      return { devices: [], lastPage: false }
    }
    const parts = new ReadAhead({ windowAfter: placesAfter, part }, 4)
    let read = 0
    while (read < size) read = (await parts.next(read, true)).window.to
    await parts.end()
    expect(asked.filter(({ to }) => to > read)).toHaveLength(beyond)
  }
})

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
