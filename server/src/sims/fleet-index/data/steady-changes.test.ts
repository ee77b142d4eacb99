import { expect, test } from 'vitest'
import { indexedFields } from './fields.ts'
import { FleetData } from './fleet-data.ts'

const sims = 5_000
const list = { filter: {}, skip: 0, take: 5, now: 0 }

/** A SIM whose values change with each round. */
function row(id: number, round: number) {
  const changing: Partial<Record<string, string | number>> = {
    iccid: `8981${id}`,
    device_alias: `Alias ${(id * 31 + round) % 9973} ${'長'.repeat(round % 5)}`,
    external_device_id: `dev-${id}-${round}`,
    poller_version: `1.${round}.${id % 10}`,
    last_poll: round * 1e6 + id,
    status: round % 2 === 0 ? 'ACTIVATED' : 'SUSPENDED',
  }
  return { id, values: indexedFields.map((name) => changing[name] ?? null) }
}

function setAll(index: FleetData, count: number, round: number): void {
  for (let from = 1; from <= count; from += 5000) index.set(Array.from({ length: 5000 }, (_, at) => row(from + at, round)))
}

test('many changes of the same SIMs do not let the memory grow', () => {
  const index = new FleetData({ expected: sims })
  const held: number[] = []
  for (let round = 0; round < 50; round++) {
    setAll(index, sims, round)
    index.list({ ...list, sort: 'device_alias:ASC' })
    index.count({ device_alias: '長' }, 0)
    held.push(index.bytes)
  }
  expect(held.at(-1)).toBeLessThanOrEqual(held[10]! * 1.1)
})

test('new SIMs use the slots of removed SIMs again', () => {
  const index = new FleetData({ expected: 1000 })
  for (let round = 0; round < 200; round++) {
    index.set(Array.from({ length: 1000 }, (_, at) => row(1 + round * 1000 + at, round)))
    index.remove(Array.from({ length: 1000 }, (_, at) => 1 + round * 1000 + at))
  }
  expect(index.size).toBe(0)
  expect(index.bytes).toBeLessThan(3 * 2 ** 20)
  index.set([row(7, 0)])
  expect(index.list({ ...list, sort: undefined })).toEqual({ ids: [7], total: 1 })
})

test('an order that is made in steps includes the changes between its steps', () => {
  const many = 60_000
  const index = new FleetData({ expected: many, sortedAlone: 0 })
  setAll(index, many, 0)
  const aliases = new Map(Array.from({ length: many }, (_, at) => [at + 1, 0]))
  let round = 1
  for (const _ of index.prepareOrders()) {
    const ids = Array.from({ length: 50 }, (__, at) => 1 + ((round * 377 + at * 211) % many))
    index.set(ids.map((id) => row(id, round)))
    for (const id of ids) aliases.set(id, round)
    index.remove([round])
    aliases.delete(round)
    round++
  }
  expect(round).toBeGreaterThan(4)
  const place = indexedFields.indexOf('device_alias')
  const expected = [...aliases]
    .map(([id, at]) => ({ id, alias: Buffer.from(String(row(id, at).values[place])) }))
    .toSorted((one, other) => Buffer.compare(one.alias, other.alias) || one.id - other.id)
  expect(index.list({ ...list, sort: 'device_alias:ASC', take: many }).ids).toEqual(expected.map(({ id }) => id))
})
