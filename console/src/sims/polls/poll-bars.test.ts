import { expect, test } from 'vitest'
import { chosenBars, narrowingTo, pollBars, wideningTo, withoutTime } from './poll-bars.ts'

const at = (hour: number, minute = 0): string => new Date(Date.UTC(2026, 10, 23, hour, minute)).toISOString()

test('the bars run from the oldest part of the axis to the newest', () => {
  const minutes = { from: at(11, 55), until: at(12), count: 1 }
  const hours = { from: at(10), until: at(11), count: 2 }
  const days = { from: at(-24), until: at(0), count: 3 }
  const day = { from: at(-48), until: at(-24), count: 4 }
  const older = { from: null, until: at(-48), count: 5 }
  expect(pollBars({ polls: [minutes, hours, days, day, older], never: 6 })).toEqual({
    never: [{ never: true, count: 6 }],
    older: [older],
    days: [day, days],
    hours: [hours],
    minutes: [minutes],
  })
})

test('a bar narrows the list to its period without its end, and takes the place of the other filter by time', () => {
  const bar = { from: at(10), until: at(11), count: 2 }
  const filters = { silent: '1h', status: 'ACTIVATED', not: 'silent,status' }
  expect(narrowingTo(bar, filters)).toEqual({
    silent: null,
    last_poll_start: at(10),
    last_poll_end: '2026-11-23T10:59:59.999Z',
    not: 'status',
  })
  expect(narrowingTo({ never: true, count: 1 }, filters)).toEqual({
    silent: 'never',
    last_poll_start: null,
    last_poll_end: null,
    not: 'status',
  })
  expect(narrowingTo({ from: null, until: at(11), count: 1 }, {})).toMatchObject({ last_poll_start: null, not: null })
})

test('the bars are counted without the filters by time, and those that these choose are marked', () => {
  const never = { never: true, count: 1 } as const
  const older = { from: null, until: at(0), count: 1 }
  const hours = [8, 9, 10].map((hour) => ({ from: at(hour), until: at(hour + 1), count: 1 }))
  const bars = [never, older, ...hours]
  const chosen = (filters: object) => [...(chosenBars(bars, filters, Date.parse(at(11))) ?? [])]
  expect(chosenBars(bars, { status: 'ACTIVATED' }, Date.parse(at(11)))).toBeNull()
  for (const bar of bars) {
    const { not: _, ...filters } = narrowingTo(bar, {})
    expect(chosen(filters)).toEqual([bar])
    expect(withoutTime({ ...filters, status: 'ACTIVATED', not: 'silent,status' } as object)).toMatchObject({ not: 'status' })
    expect(Object.values(withoutTime(filters as object)).filter((value) => value !== undefined)).toEqual([])
  }
  // A quarter of an hour later the bars have moved on.
  const later = hours.map((bar) => ({ ...bar, from: bar.from.replace(':00:', ':15:'), until: bar.until.replace(':00:', ':15:') }))
  const { last_poll_start, last_poll_end } = narrowingTo(hours[1]!, {}) as { last_poll_start: string; last_poll_end: string }
  expect([...chosenBars(later, { last_poll_start, last_poll_end }, Date.parse(at(11, 15)))!]).toEqual([later[1]])
  expect(chosen({ last_poll_start: at(9, 20), last_poll_end: at(9, 25) })).toEqual([hours[1]])
  expect(chosen({ silent: '90m' })).toEqual([older, hours[0]])
  expect(chosen({ silent: '90m', not: 'silent' })).toEqual([never, hours[1], hours[2]])
  expect(chosen({ silent: '90m,never' })).toEqual([never, older, hours[0]])
  expect(chosenBars(bars, { silent: '3x' }, Date.parse(at(11)))).toBeNull()
  expect(chosen({ silent: '90m,3x' })).toEqual([older, hours[0]])
})

test('the period of the chosen bars is widened to another bar on either side, and to the open past', () => {
  const bar = (hour: number) => ({ from: at(hour), until: at(hour + 1), count: 1 })
  const older = { from: null, until: at(0), count: 1 }
  const period = ({ last_poll_start, last_poll_end }: { last_poll_start?: string | null; last_poll_end?: string | null }) => [
    last_poll_start,
    last_poll_end,
  ]
  expect(period(wideningTo(bar(10), [bar(8)], {}))).toEqual([at(8), '2026-11-23T10:59:59.999Z'])
  expect(period(wideningTo(bar(3), [bar(8), bar(9)], {}))).toEqual([at(3), '2026-11-23T09:59:59.999Z'])
  expect(period(wideningTo(older, [bar(8)], {}))).toEqual([null, '2026-11-23T08:59:59.999Z'])
  expect(period(wideningTo(bar(8), [{ never: true, count: 1 }], {}))).toEqual([at(8), '2026-11-23T08:59:59.999Z'])
  expect(wideningTo({ never: true, count: 1 }, [bar(8)], {})).toMatchObject({ silent: 'never' })
})
