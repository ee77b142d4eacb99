import { expect, test } from 'vitest'
import { narrowingTo, pollBars } from './poll-bars.ts'

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
