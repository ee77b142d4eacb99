import { expect, test } from 'vitest'
import { pollTimeClasses, pollTimeOf, PollTimes } from './poll-times.ts'

const minute = 60_000 * 1_000

test('POLLs are counted by minute and by class, and a minute without them is reported once', () => {
  const times = new PollTimes()
  times.add(0.05, minute)
  times.add(7, minute + 59_999)
  times.add(60_000, minute + 60_000)
  const [first, second] = times.take(minute + 61_000)
  expect([first!.minute.getTime(), second!.minute.getTime()]).toEqual([minute, minute + 60_000])
  expect([first!.counts[0], first!.counts[pollTimeClasses.indexOf(7)]]).toEqual([1, 1])
  expect(second!.counts.at(-1)).toBe(1)
  expect(times.take(minute + 65_000)).toEqual([])
  expect(times.take(minute + 120_000)).toEqual([])
  const empty = times.take(minute + 180_000)
  expect(empty.map(({ counts }) => counts.every((count) => count === 0))).toEqual([true])
  expect(times.take(minute + 185_000)).toEqual([])
})

test('a minute is whole if the device port was up from its begin to its end', () => {
  const times = new PollTimes()
  const wholeAt = (seconds: number) =>
    times.take(minute + seconds * 1000).flatMap(({ minute: at, whole }) => (whole ? (at.getTime() - minute) / 60_000 : []))
  times.add(1, minute + 40_000)
  expect(wholeAt(45)).toEqual([])
  expect(wholeAt(61)).toEqual([])
  times.add(1, minute + 100_000)
  expect(wholeAt(110)).toEqual([])
  expect(wholeAt(121)).toEqual([1])
  // The process stood still for two minutes.
  times.add(1, minute + 250_000)
  expect(wholeAt(250)).toEqual([])
  const failed = times.take(minute + 301_000)
  times.giveBack(failed)
  expect(wholeAt(302)).toEqual([4])
})

test('counts that could not be written are added to later ones', () => {
  const times = new PollTimes()
  times.add(1, minute)
  const failed = times.take(minute)
  times.add(1, minute)
  times.giveBack(failed)
  expect(times.take(minute).map(({ counts }) => counts[pollTimeClasses.indexOf(1)])).toEqual([2])
})

test('the time of a share of POLLs lies within its class', () => {
  const counts = pollTimeClasses.map(() => 0)
  expect(pollTimeOf(counts, 0.95)).toBeNull()
  counts[pollTimeClasses.indexOf(10)] = 90
  counts[pollTimeClasses.indexOf(100)] = 10
  expect(pollTimeOf(counts, 0.45)).toBeCloseTo(8.5)
  expect(pollTimeOf(counts, 0.95)).toBeCloseTo(85)
  expect(pollTimeOf([...pollTimeClasses.map(() => 0), 3], 0.95)).toBe(20_000)
})
