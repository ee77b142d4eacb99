import { expect, test } from 'vitest'
import { type Condition, judged, type State } from './judge.ts'

const base: Condition = { comparison: 'over', threshold: 50, holdMinutes: 10, recoversAt: 40, recoverMinutes: 5, repeatHours: 1 }
const start: State = { phase: 'normal', since: null, judgedAt: null, toldAt: null }

/** The phases and changes of values that are counted at these minutes. */
function course(condition: Condition, values: readonly (readonly [minute: number, value: number])[]): string[] {
  let state = start
  return values.map(([minute, value]) => {
    const next = judged(state, condition, value, new Date(minute * 60_000))
    state = next.state
    return [next.state.phase, ...(next.change ? [next.change] : [])].join(' ')
  })
}

const everyMinute = (from: number, to: number, value: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => [from + at, value] as const)

test('a rule fires once when its condition has held for its time, and recovers at the lower value after its own time', () => {
  expect(course(base, [...everyMinute(0, 9, 51), [10, 51], [11, 60]]).slice(-3)).toEqual(['pending', 'firing began', 'firing'])
  const firing = everyMinute(0, 10, 51)
  expect(course(base, [...firing, [11, 45], [12, 41]]).slice(-2)).toEqual(['firing', 'firing'])
  expect(course(base, [...firing, ...everyMinute(11, 15, 40), [16, 40]]).slice(-2)).toEqual(['recovering', 'normal ended'])
  expect(course(base, [...firing, [11, 40], [12, 51], [13, 40]]).slice(-3)).toEqual(['recovering', 'firing', 'recovering'])
})

test('a condition that ends before its time does not fire, and its time begins anew', () => {
  expect(
    course(base, [
      [0, 51],
      [5, 51],
      [9, 50],
      [10, 51],
      [15, 51],
      [19, 51],
      [20, 51],
    ]),
  ).toEqual(['pending', 'pending', 'normal', 'pending', 'pending', 'pending', 'firing began'])
})

test('a pause without judgements counts neither towards firing nor towards recovery', () => {
  expect(
    course(base, [
      [0, 51],
      [20, 51],
      [25, 51],
      [30, 51],
    ]),
  ).toEqual(['pending', 'pending', 'pending', 'firing began'])
  const firing = everyMinute(0, 10, 51)
  expect(course(base, [...firing, [11, 0], [31, 0], [36, 0]]).slice(-3)).toEqual(['recovering', 'recovering', 'normal ended'])
})

test('a rule without a time fires and recovers at once; each comparison has its threshold', () => {
  const at = { ...base, holdMinutes: 0, recoversAt: null, recoverMinutes: 0, repeatHours: null }
  const firstAt = (comparison: Condition['comparison']) => [49, 50, 51].map((value) => course({ ...at, comparison }, [[0, value]])[0])
  expect(firstAt('over')).toEqual(['normal', 'normal', 'firing began'])
  expect(firstAt('atLeast')).toEqual(['normal', 'firing began', 'firing began'])
  expect(firstAt('under')).toEqual(['firing began', 'normal', 'normal'])
  expect(firstAt('atMost')).toEqual(['firing began', 'firing began', 'normal'])
  expect(
    course(at, [
      [0, 51],
      [1, 50],
      [2, 51],
    ]),
  ).toEqual(['firing began', 'normal ended', 'firing began'])
  expect(
    course({ ...at, comparison: 'under', recoversAt: 60 }, [
      [0, 49],
      [1, 59],
      [2, 60],
    ]),
  ).toEqual(['firing began', 'firing', 'normal ended'])
})

test('while it fires it tells again in its interval, and not at all without one', () => {
  const hourly = course({ ...base, holdMinutes: 0 }, everyMinute(0, 130, 51))
  expect(hourly.flatMap((one, minute) => (one.includes(' ') ? `${minute} ${one}` : []))).toEqual([
    '0 firing began',
    '60 firing again',
    '120 firing again',
  ])
  expect(course({ ...base, holdMinutes: 0, repeatHours: null }, everyMinute(0, 130, 51)).filter((one) => one.includes(' '))).toHaveLength(1)
})
