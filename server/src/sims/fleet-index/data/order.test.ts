import type { SimFieldName } from '@simdeck/contract/sim-fields.ts'
import { expect, test } from 'vitest'
import { Dice } from '../questions.fixture.ts'
import { indexedFields } from './fields.ts'
import { FleetData } from './fleet-data.ts'

const sims = 20_000
const changedAtOnce = 1_500

type Sim = Partial<Record<SimFieldName, string | number | null>>

/** A SIM with numbers of many and of few values, some of them blank. */
const simOf = (dice: Dice, round: number): Sim => ({
  last_poll: dice.isOneIn(10) ? null : round * 1e6 + dice.below(1e6),
  lac: dice.isOneIn(5) ? null : dice.below(65_000),
  rsrp: dice.isOneIn(8) ? null : -60 - dice.below(60),
  free_memory: dice.below(300),
  status: dice.of(['ACTIVATED', 'SUSPENDED', 'TERMINATED']),
  device_alias: dice.isOneIn(9) ? null : `Alias ${dice.below(5_000)}`,
})

/** The ids of the SIMs in the order of a field: blanks last in both directions, equal values by id. */
function sorted(fleet: ReadonlyMap<number, Sim>, field: SimFieldName, descending: boolean): number[] {
  const sign = descending ? -1 : 1
  const isBlank = (id: number) => (fleet.get(id)![field] ?? null) === null
  return [...fleet.keys()].toSorted((one, other) => {
    if (isBlank(one) !== isBlank(other)) return isBlank(one) ? 1 : -1
    const [value, otherValue] = [fleet.get(one)![field] ?? '', fleet.get(other)![field] ?? '']
    return sign * (value < otherValue ? -1 : value > otherValue ? 1 : one - other)
  })
}

test('orders stay right beside thousands of changes at a time, new SIMs, deleted SIMs and more room', () => {
  const dice = new Dice(92)
  // The room is used up after some rounds, while changes are kept beside the orders.
  const index = new FleetData({ expected: sims + 1_650, sortedAlone: 0 })
  const fleet = new Map<number, Sim>()
  const set = (ids: Iterable<number>, round: number) => {
    const rows = [...new Set(ids)].map((id) => {
      const sim = simOf(dice, round)
      fleet.set(id, sim)
      return { id, values: indexedFields.map((name) => sim[name] ?? null) }
    })
    index.set(rows)
  }
  set(
    Array.from({ length: sims }, (_, at) => 2 * at + 1),
    0,
  )
  for (let round = 1; round <= 12; round++) {
    set(
      Array.from({ length: changedAtOnce }, () => 2 * dice.below(sims) + 1),
      round,
    )
    const gone = Array.from({ length: 10 }, () => 2 * dice.below(sims) + 1)
    index.remove(gone)
    for (const id of gone) fleet.delete(id)
    set(
      Array.from({ length: 90 }, () => 1 + dice.below(3 * sims)),
      round,
    )
    const suspended = new Set([...fleet].filter(([, { status }]) => status === 'SUSPENDED').map(([id]) => id))
    for (const field of ['last_poll', 'lac', 'rsrp', 'free_memory', 'status', 'device_alias'] as const) {
      const descending = dice.isOneIn(2)
      const all = sorted(fleet, field, descending)
      const some = all.filter((id) => suspended.has(id))
      for (const skip of [0, dice.below(some.length), some.length >>> 1, some.length - 20]) {
        const asked = { sort: `${field}:${descending ? 'DESC' : 'ASC'}`, skip, take: 20, now: 0 }
        expect(index.list({ ...asked, filter: {} })).toEqual({ ids: all.slice(skip, skip + 20), total: all.length })
        expect(index.list({ ...asked, filter: { status: ['SUSPENDED'] } })).toEqual({
          ids: some.slice(skip, skip + 20),
          total: some.length,
        })
      }
    }
  }
})
