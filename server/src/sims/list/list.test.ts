import { expect, test } from 'vitest'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { type Sim, simSortFields } from '@simdeck/contract/sims.ts'
import { startIndexedServer } from '../../testing/fleet-index.ts'
import { startTestServer } from '../../testing/server.ts'
import { addSims, type SimRowToAdd } from '../../testing/sims.ts'

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
  if (typeof one === 'number' || typeof one === 'boolean') return Number(one) - Number(other)
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
}

/** The order of the specification: by the field, blanks last, then by id; without a sort, by id. */
function ordered(sims: readonly Sim[], sort: string | undefined): number[] {
  const [field, order] = (sort ?? 'id:ASC').split(':')
  const sign = order === 'DESC' ? -1 : 1
  const keyOf = (sim: Sim): unknown => {
    const value = field === 'group' ? (sim.group?.name ?? null) : sim[field as keyof Sim]
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

test.for([
  { name: 'PostgreSQL', isIndexed: false },
  { name: 'the fleet index', isIndexed: true },
])('pages found by $name give the complete sorted list, for each sort and filter', async ({ isIndexed }) => {
  await using server = isIndexed ? await startIndexedServer((db) => addSims(db, fleet())) : await startTestServer()
  if (!isIndexed) await addSims(server.db, fleet())
  const call = await server.signIn('MEMBER')
  const page = async (query: Query) => call(endpoints.listSims, { query })
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
    { query: { status_poller: 'Ready', not: 'status_poller' }, passes: (sim) => sim.status_poller !== 'Ready' },
    {
      query: { applet_version: '2.0', applet: 'telemetry,iot', not: 'applet' },
      passes: (sim) => sim.other_applet_version === '2.0' && sim.other_applet_name === null,
    },
  ]
  const wrong: string[] = []
  for (const [index, sort] of sorts.entries()) {
    const { query, passes } = filters[index % filters.length]!
    const expected = ordered(all.filter(passes), sort)
    const found: number[] = []
    for (let pageIndex = 0; pageIndex === 0 || pageIndex * 9 < expected.length; pageIndex++) {
      const { data, totalItems, totalPages } = await page({ ...query, ...(sort && { sort }), take: 9, pageIndex })
      found.push(...data.map((sim) => sim.id))
      if (totalItems !== expected.length || totalPages !== Math.ceil(expected.length / 9))
        wrong.push(JSON.stringify([sort, query, totalItems]))
    }
    if (String(found) !== String(expected)) wrong.push(JSON.stringify([sort, query, found, expected]))
  }
  expect(wrong).toEqual([])
  expect(await page({ pageIndex: 1_000_000, take: 7 })).toMatchObject({ data: [], totalItems: 31 })
})
