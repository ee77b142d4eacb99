import { expect, test } from 'vitest'
import type { TimelineEvent } from '@simdeck/contract/sim-timeline.ts'
import { daysOf, eventWords, weekdayOf } from './event-words.ts'

const poll = (at: string, count: number, least: number | null, most: number | null): TimelineEvent => ({
  kind: 'poll',
  at,
  details: { count, from: '2026-11-20T03:00:00.000Z', until: at, rsrp_least: least, rsrp_most: most },
})

test('folded polls name their number and the range of their signal', () => {
  expect(eventWords(poll('2026-11-20T04:30:00.000Z', 10, -93, -84), 'en')).toMatchObject({ title: '10 polls', by: 'Card' })
  expect(eventWords(poll('2026-11-20T04:30:00.000Z', 10, -93, -84), 'ja').content).toMatch(/^\d\d:00–\d\d:30、RSRP [-−]93〜[-−]84 dBm$/)
  expect(eventWords(poll('2026-11-20T03:00:00.000Z', 1, -93, -93), 'en')).toMatchObject({ title: '1 poll', content: 'RSRP −93 dBm' })
  expect(eventWords(poll('2026-11-20T03:00:00.000Z', 1, null, null), 'en').content).toBe(null)
})

test('a failed OTA names its code and its campaign, and an import or a carrier stands for the author of a status', () => {
  const campaign = { id: 7, name: 'Night' }
  const ota = {
    id: 1,
    kind: 'install',
    status: 'Failed',
    name: 'Telemetry',
    version: '2.4',
    code: 500,
    sw: '6A84',
    reason: null,
    campaign,
  } as const
  const told = eventWords({ kind: 'ota', at: '2026-11-20T03:00:00.000Z', details: ota }, 'ja')
  expect(told).toEqual({
    title: 'Telemetry 2.4のインストール',
    content: '失敗、コード 500、6A84、配信 #7 Night',
    by: null,
    link: '/otas/campaigns/7',
  })
  const status = (actor: string | null, source: 'here' | 'carrier' | 'import') =>
    eventWords({ kind: 'status', at: '2026-11-20T03:00:00.000Z', details: { from: 'ACTIVATED', to: 'SUSPENDED', actor, source } }, 'en')
  expect(status('Hana', 'here')).toMatchObject({ title: 'SIM status Activated → Suspended', by: 'Hana' })
  expect([status(null, 'import').by, status(null, 'carrier').by]).toEqual(['Import', 'Carrier'])
})

test('events are grouped by day in their order', () => {
  const days = daysOf([
    poll('2026-11-20T04:30:00.000Z', 1, null, null),
    poll('2026-11-20T04:00:00.000Z', 1, null, null),
    poll('2026-11-17T04:00:00.000Z', 1, null, null),
  ])
  expect(days.map(({ events }) => events.length)).toEqual([2, 1])
})

test('a day has the name of its day of the week in both languages', () => {
  expect([weekdayOf('11-20-2026', 'ja'), weekdayOf('11-20-2026', 'en'), weekdayOf('03-01-2026', 'en')]).toEqual([
    '金曜日',
    'Friday',
    'Sunday',
  ])
})
