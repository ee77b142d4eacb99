import { expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { type Sim, simFilter, simSortFields } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { simSortKeys } from '../sql/sim-sort-keys.ts'
import { startTestServer } from '../../testing/server.ts'
import { addSims, type SimRowToAdd } from '../../testing/sims.ts'
import { isCutShort, selectNamesLike, selectSection } from './queries.ts'

type Query = QueryIn<typeof endpoints.listSims>

const some = <Value>(values: readonly Value[], index: number): Value => values[index % values.length]!

/** SIMs with many equal and many blank values, and values with unusual sort order. */
const fleet = (): SimRowToAdd[] =>
  Array.from({ length: 31 }, (_, n) => ({
    iccid: `89811000000000${String((n * 7919) % 100_000).padStart(5, '0')}`,
    device_alias: some([null, 'あ', 'a', 'B', '"\\', null, 'a'], n),
    imsi: some([null, '440100000000001', '440100000000002'], n),
    msisdn: some([null, '+8190', '8190', '090'], n),
    imei: n % 5 === 0 ? `35693803564380${n % 2}` : null,
    external_device_id: some([null, 'x', 'X'], n >> 1),
    status: some(['ACTIVATED', 'INVENTORY', 'PURGED'], n >> 2),
    poller_version: some([null, '1.10', '1.9', '1.9.0', 'beta', '10'], n),
    other_applet_name: some([null, 'Telemetry', 'telemetry', 'IoT SAFE'], n),
    other_applet_version: some(['2.0', null], n),
    status_poller: some([null, 'Ready', 'Failed'], n),
    status_other_applet: some([null, null, 'Succeeded'], n),
    last_poll: some([null, new Date(Date.UTC(2026, 1, 1, 0, 0, n % 4)), new Date()], n),
    ota_open_until: n % 11 === 3 ? new Date(Date.now() + 600_000) : null,
    rsrp: some([null, -120, -80, -80, -99], n),
    created_at: new Date(Date.UTC(2026, 0, 1 + (n % 3), 0, 0, 0, n % 2)),
    updated_at: new Date(Date.UTC(2026, 0, 1 + (n % 4))),
  }))

/** The numeric parts of a version; null if it is not numbers with dots. */
const versionParts = (version: string | null) => (version && /^[\d.]+$/.test(version) ? version.split('.').map(Number) : null)

function compared(one: unknown, other: unknown): number {
  if (Array.isArray(one) && Array.isArray(other)) {
    const at = one.findIndex((part, index) => part !== other[index])
    return at < 0 ? one.length - other.length : at >= other.length ? 1 : Number(one[at]) - Number(other[at])
  }
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
}

/** The order of the specification: by the field, blanks last, then by id; without a sort, by id. */
function ordered(sims: readonly Sim[], sort: string | undefined): number[] {
  const [field, order] = (sort ?? 'id:ASC').split(':')
  const sign = order === 'DESC' ? -1 : 1
  const keyOf = (sim: Sim): unknown => {
    const value = sim[field as keyof Sim]
    return field?.endsWith('_version') ? versionParts(value as string | null) : value
  }
  return sims
    .toSorted((one, other) => {
      const [a, b] = [keyOf(one), keyOf(other)]
      if ((a === null) !== (b === null)) return a === null ? 1 : -1
      return sign * ((a === null ? 0 : compared(a, b)) || one.id - other.id)
    })
    .map((sim) => sim.id)
}

/** Differences between the results of the plans of the SIM list. There must be none: plans differ only in cost. */
async function differencesOfPlans(db: Db): Promise<string[]> {
  const filters = [
    { device_alias: 'a' },
    { device_alias: 'b', iccid: '8981' },
    { device_alias: '"\\' },
    { msisdn: '+8190' },
    { imei: '43801', external_device_id: 'X' },
    { iccid: 'x' },
    { search: '8190', status: 'ACTIVATED' },
    { imsi: '440100000000001,440100000000002', status: 'ACTIVATED' },
    { iccid: '0 1', silent: '24h,never' },
    { applet: 'elem' },
    { applet: 'a', connection: 'on,off' },
    { applet_version: '2.0' },
    { poller_version: '1.9' },
    { poller_version: 'beta' },
    { imsi: '0002', status_poller: 'Ready' },
    { last_poll_start: '2026-01-15T00:00:00Z', status: 'INVENTORY' },
  ].map((filter) => simFilter.parse(filter))
  const wrong: string[] = []
  for (const filter of filters) {
    const names = filter.applet === undefined ? null : await selectNamesLike(db, filter.applet)
    for (const [field, sortKey] of Object.entries(simSortKeys)) {
      for (const descending of [false, true]) {
        const named = field === 'other_applet_name' ? names : null
        const ids = async (by: 'order' | 'filter', blank: boolean | null) => {
          const section = {
            filter,
            sortKey,
            named: blank === null ? null : named,
            by,
            steps: null,
            prefetches: !descending,
            blank,
            descending,
            after: null,
          }
          return (await selectSection(db, section, { take: 50, skip: 0 })).map(({ id }) => id)
        }
        const parts = [...(await ids('order', false)), ...(sortKey.blanks ? await ids('order', true) : [])]
        const whole = await ids('filter', null)
        if (String(parts) !== String(whole)) wrong.push(JSON.stringify([filter, field, descending, parts, whole]))
      }
      for (const blank of sortKey.blanks ? [false, true] : [false]) {
        const named = field === 'other_applet_name' ? names : null
        const ids = async (by: 'order' | 'filter') => {
          const section = { filter, sortKey, named, by, steps: 1000, prefetches: blank, blank, descending: blank, after: null }
          return (await selectSection(db, section, { take: 50, skip: 0 })).map(({ id }) => id)
        }
        const [scanned, found] = [await ids('order'), await ids('filter')]
        const short = { filter, sortKey, named, by: 'order' as const, prefetches: false, blank, descending: blank, after: null }
        const cut = [await isCutShort(db, { ...short, steps: scanned.length - 1 }), await isCutShort(db, { ...short, steps: 31 })]
        if (scanned.length > 0 && String(cut) !== 'true,false') wrong.push(JSON.stringify([filter, field, blank, cut]))
        if (String(scanned) !== String(found)) wrong.push(JSON.stringify([filter, field, blank, scanned, found]))
      }
    }
  }
  return wrong
}

test('pages by number, forwards by cursor and backwards by cursor each give the complete sorted list, for each sort and filter', async () => {
  await using server = await startTestServer()
  await addSims(server.db, fleet())
  const call = await server.signIn('MEMBER')
  const page = async (query: Query) => call(endpoints.listSims, { query })
  const idsOf = (sims: readonly Sim[]) => sims.map((sim) => sim.id)
  const all = (await page({ take: 100 })).data

  const sorts = [undefined, ...simSortFields.flatMap((field) => [`${field}:ASC`, `${field}:DESC`])]
  const filters: { query: Query; passes: (sim: Sim) => boolean }[] = [
    { query: {}, passes: () => true },
    { query: { status: 'ACTIVATED,PURGED' }, passes: (sim) => sim.status !== 'INVENTORY' },
    { query: { search: '44010' }, passes: (sim) => sim.imsi !== null },
    {
      query: { last_poll_start: '2026-01-01T00:00:00Z', connection: 'on,ota' },
      passes: (sim) => sim.last_poll !== null && sim.connection > 0,
    },
    { query: { imei: '43801' }, passes: (sim) => sim.imei?.endsWith('1') ?? false },
  ]
  const wrong: string[] = []
  for (const [index, sort] of sorts.entries()) {
    const { query, passes } = filters[index % filters.length]!
    const expected = ordered(all.filter(passes), sort)
    const list = { ...query, ...(sort && { sort }), take: 9 }
    const forward: number[] = []
    const backward: number[] = []
    const numbered: number[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data, nextCursor } = await page(cursor === undefined ? list : { ...list, cursor })
      forward.push(...idsOf(data))
      cursor = nextCursor ?? null
    }
    for (let cursor: string | null = 'last'; cursor !== null;) {
      const { data, previousCursor } = await page({ ...list, cursor })
      backward.unshift(...idsOf(data))
      cursor = previousCursor ?? null
    }
    for (let pageIndex = 0; pageIndex * 9 < expected.length; pageIndex++) {
      const { data, totalItems, totalPages, totalIsEstimate } = await page({ ...list, pageIndex })
      numbered.push(...idsOf(data))
      if (totalItems !== expected.length || totalPages !== Math.ceil(expected.length / 9) || totalIsEstimate)
        wrong.push(JSON.stringify([sort, query, totalItems]))
    }
    for (const [paging, ids] of Object.entries({ forward, backward, numbered }))
      if (String(ids) !== String(expected)) wrong.push(JSON.stringify([sort, query, paging, ids, expected]))
  }
  expect(wrong).toEqual([])

  expect(await differencesOfPlans(server.db)).toEqual([])

  const first = await page({ take: 7, sort: 'imsi:ASC' })
  const cursor = first.nextCursor!
  const back = await page({ take: 7, sort: 'imsi:ASC', cursor: (await page({ take: 7, sort: 'imsi:ASC', cursor })).previousCursor! })
  expect(idsOf(back.data)).toEqual(idsOf(first.data))
  expect(first.previousCursor).toBeNull()
  expect(await page({ pageIndex: 9, take: 7 })).toMatchObject({ data: [], previousCursor: 'last', nextCursor: null })

  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const [list] = JSON.parse(Buffer.from((await page({ sort: 'last_poll:ASC', take: 5 })).nextCursor!, 'base64url').toString()) as [string]
  const refused: Query[] = [
    { sort: 'imsi:DESC', cursor },
    { sort: 'imsi:ASC', status: 'ACTIVATED', cursor },
    { cursor: 'AAAA' },
    { cursor: forged({}) },
    ...['x', '2026-13-45 00:00:00+00', "'", 5].map((value) => ({ sort: 'last_poll:ASC', cursor: forged([list, 0, 1, value]) })),
    ...[1.5, -1, 1e30, 'x', null].map((id) => ({ sort: 'last_poll:ASC', cursor: forged([list, 0, id, null]) })),
  ]
  for (const query of refused) {
    const error = await page(query).then(
      () => null,
      (caught: unknown) => caught,
    )
    expect([query, error instanceof CallError && error.body?.code]).toEqual([query, 'invalidInput'])
  }
}, 60_000)
