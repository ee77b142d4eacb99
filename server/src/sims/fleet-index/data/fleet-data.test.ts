import fc from 'fast-check'
import type { MapArea } from '@simdeck/contract/map-area.ts'
import { countedFilters } from '@simdeck/contract/sim-counts.ts'
import { expect, test } from 'vitest'
import { filter, groups, now as firstNow, row, searchText, simId, sort } from './arbitrary-sims.fixture.ts'
import { gridOf, type MapGrid, type SquareCount } from '../../sql/map-grid.ts'
import type { Value } from './columns/column.ts'
import { FleetData } from './fleet-data.ts'
import { NaiveFleet } from './naive-fleet.fixture.ts'

const change = fc.oneof(
  { weight: 4, arbitrary: fc.array(row, { maxLength: 12 }).map((rows) => ({ set: rows })) },
  { weight: 2, arbitrary: fc.array(simId, { maxLength: 12 }).map((ids) => ({ remove: ids })) },
  { weight: 1, arbitrary: groups.map((list) => ({ groups: list })) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(1, 2), fc.array(simId)).map(([id, ids]) => ({ select: { id, ids } })) },
  { weight: 1, arbitrary: fc.constant({ prepare: true }) },
)
const question = fc.record({ filter, sort, skip: fc.integer({ min: 0, max: 40 }), take: fc.integer({ min: 1, max: 20 }) })
/** Seconds from one round to the next. The clock of a database can be set back. */
const passed = fc.oneof(fc.constant(0), fc.integer({ min: -3, max: 90 }), fc.integer({ min: 0, max: 200_000 }))
const round = fc.record({
  change,
  questions: fc.array(question, { maxLength: 6 }),
  text: searchText,
  again: fc.boolean(),
  passed,
  zoom: fc.integer({ min: 0, max: 16 }),
})

type Place = [longitude: Value, latitude: Value]
const isOnMap = ([longitude, latitude]: Place) => Math.abs(Number(longitude)) <= 180 && Math.abs(Number(latitude)) <= 85
const isWithin = ([longitude, latitude]: Place, { west, east, south, north }: MapArea) =>
  Number(longitude) >= west && Number(longitude) <= east && Number(latitude) >= south && Number(latitude) <= north
const pick = (square: SquareCount, ...names: (keyof SquareCount)[]) => Object.fromEntries(names.map((name) => [name, square[name]]))
const areaOfSquare = ({ column, row: at }: SquareCount, { longitudes, latitudes }: MapGrid) => ({
  west: longitudes[column]!,
  east: longitudes[column + 1]!,
  south: latitudes[at]!,
  north: latitudes[at + 1]!,
})

/** An index and a naive fleet with the same SIMs. If `sortedAlone` is 0, every list uses an order of all SIMs. */
function pair(sortedAlone: number) {
  const [index, naive] = [new FleetData({ expected: 4, sortedAlone }), new NaiveFleet()]
  for (const id of [1, 2]) {
    index.setSelection(id, [])
    naive.selections.set(id, new Set())
  }
  return { index, naive }
}

test.each([0, 10])(
  'an index under random changes answers like a search of every SIM if it sorts lists of up to %i SIMs by themselves',
  (sortedAlone) => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), fc.array(round, { minLength: 1, maxLength: 12 }), (rows, rounds) => {
        const { index, naive } = pair(sortedAlone)
        index.set(rows)
        naive.set(rows)
        const seen: (typeof rounds)[number]['questions'] = []
        let now = firstNow
        for (const { change: what, questions, text, again, passed: seconds, zoom } of rounds) {
          now += seconds * 1e6
          if ('set' in what) {
            index.set(what.set)
            naive.set(what.set)
          } else if ('remove' in what) {
            index.remove(what.remove)
            naive.remove(what.remove)
          } else if ('groups' in what) {
            index.setGroups(what.groups)
            naive.groups = new Map(what.groups.map(({ id, name }) => [id, name]))
          } else if ('select' in what) {
            index.setSelection(what.select.id, what.select.ids)
            naive.selections.set(what.select.id, new Set(what.select.ids))
          } else for (const _ of index.prepareOrders());
          expect(index.size).toBe(naive.sims.size)
          seen.push(...questions)
          for (const { filter: asked, sort: by, skip, take } of again ? seen : questions) {
            const all = naive.list(asked, by, now)
            expect(index.list({ filter: asked, sort: by, skip, take, now })).toEqual({
              ids: all.slice(skip, skip + take),
              total: all.length,
            })
            expect(index.count(asked, now)).toBe(all.length)
            expect([...index.ids(asked, now)]).toEqual(all.toSorted((one, other) => one - other))
          }
          const asked = questions[0]?.filter ?? {}
          for (const of of countedFilters) {
            const counts = index.values(asked, of, Infinity, now)
            expect(new Map(counts.map(({ value, count }) => [value, count]))).toEqual(naive.values(asked, of, now))
            expect(counts.map(({ count }) => count)).toEqual(counts.map(({ count }) => count).toSorted((one, other) => other - one))
          }
          const times = [30, 7, 1].map((days) => now - days * 86_400e6)
          expect(index.polls(asked, times, now)).toEqual(naive.polls(asked, times, now))
          const reach = Math.min(150, 400 / 2 ** Math.max(0, zoom - 4))
          const grid = gridOf({ west: -reach, south: Math.max(-85, -reach), east: reach, north: Math.min(85, reach) }, zoom)
          const { squares, total, located, extent } = index.map(asked, grid, now)
          const counted = new Map(squares.map((one) => [`${one.column} ${one.row}`, pick(one, 'sims', 'on', 'measured', 'weak')]))
          expect(counted).toEqual(naive.squares(asked, grid, now))
          const middles = squares.map((square): [Place, MapArea] => [
            [square.longitudes / square.sims, square.latitudes / square.sims],
            areaOfSquare(square, grid),
          ])
          expect(middles.filter(([middle, square]) => !isWithin(middle, square))).toEqual([])
          const matching = naive.matching(asked, now)
          const known = matching
            .map(({ values }): Place => [values.get('longitude')!, values.get('latitude')!])
            .filter((place) => !place.includes(null))
          expect([total, located]).toEqual([matching.length, known.length])
          expect(known.filter((place) => isOnMap(place) && !isWithin(place, extent!))).toEqual([])
          expect(index.find(text, 5)).toEqual(naive.find(text, 5))
        }
      }),
      { numRuns: 100 },
    )
  },
)
