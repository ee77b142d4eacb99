import { sortOf } from '@simdeck/contract/list.ts'
import { type MapArea, unknownArea } from '@simdeck/contract/map-area.ts'
import { type SimField, type SimFieldName, simFields, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import type { CountedFilter } from '@simdeck/contract/sim-counts.ts'
import { halfWidth, type Sought, soughtIn, wholeSpellingsOf } from '@simdeck/contract/sim-search.ts'
import { connectionOfFilter, numberFields, type SimFilter, simSearchFields } from '@simdeck/contract/sims.ts'
import { noTags } from '@simdeck/contract/tag-keys.ts'
import type { Value } from './columns/column.ts'
import type { MapGrid } from '../../sql/map-grid.ts'
import { indexedFields } from './fields.ts'
import type { IndexedRow } from './fleet-data.ts'

type Sim = { id: number; values: ReadonlyMap<string, Value> }
type Counts = { sims: number; on: number; measured: number; weak: number }
type Filter = SimFilter & { not?: readonly string[] }

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')
const compareTexts = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))
const silences: Record<string, number> = { m: 60e6, h: 3600e6, d: 86_400e6 }

/** A simple index without data structures: it applies the rules of the fleet index to one SIM after the other. */
export class NaiveFleet {
  readonly sims = new Map<number, Sim>()
  groups = new Map<number, string>()
  readonly selections = new Map<number, Set<number>>()

  set(rows: readonly IndexedRow[]): void {
    for (const { id, values } of rows) this.sims.set(id, { id, values: new Map(indexedFields.map((name, at) => [name, values[at]!])) })
  }

  remove(ids: readonly number[]): void {
    for (const id of ids.filter((one) => this.sims.delete(one))) for (const selection of this.selections.values()) selection.delete(id)
  }

  matching(filter: Filter, now: number): Sim[] {
    const { not = [], ...asked } = filter
    const conditions = Object.entries(asked).filter(([, value]) => value !== undefined)
    return [...this.sims.values()].filter((sim) =>
      conditions.every(([name, value]) => this.#holds(sim, name, value as never, now) !== not.includes(name)),
    )
  }

  list(filter: Filter, sort: string | undefined, now: number): number[] {
    const { field, order } = sortOf(sort) ?? { field: 'id', order: 'ASC' }
    const turn = order === 'DESC' ? -1 : 1
    return this.matching(filter, now)
      .map((sim) => ({ id: sim.id, key: field === 'id' ? sim.id : this.#keyOf(sim, field as SimFieldName) }))
      .toSorted((one, other) => {
        if (one.key === null || other.key === null)
          return Number(one.key === null) - Number(other.key === null) || turn * (one.id - other.id)
        return turn * (compareKeys(one.key, other.key) || one.id - other.id)
      })
      .map(({ id }) => id)
  }

  /** The number of SIMs for each value in the form of its filter; null for blank. */
  values(filter: Filter, of: CountedFilter, now: number): Map<string | null, number> {
    const counts = new Map<string | null, number>()
    for (const { values } of this.matching(filter, now))
      for (const value of filterValues(of, values)) counts.set(value, (counts.get(value) ?? 0) + 1)
    return counts
  }

  polls(filter: Filter, times: readonly number[], now: number): number[] {
    const polls = this.matching(filter, now).map(({ values }) => values.get('last_poll')!)
    const since = [-Infinity, ...times]
    const known = since.map((from, at) =>
      polls.filter((poll) => poll !== null && Number(poll) >= from && Number(poll) < (since[at + 1] ?? Infinity)),
    )
    return [...known.map(({ length }) => length), polls.filter((poll) => poll === null).length]
  }

  find(typed: string, take: number): number[] {
    const sought = soughtIn(typed)
    const best = new Map<number, [rank: number, length: number, field: number, text: string]>()
    const offer = (id: number, fit: [number, number, number, string]) => {
      const known = best.get(id)
      if (!known || compareFits(fit, known) < 0) best.set(id, fit)
    }
    const fits = (sim: Sim, text: string, apart: number) => {
      for (const [field, name] of simSearchFields.entries()) {
        const value = sim.values.get(name)
        const folded = typeof value === 'string' ? fold(value) : null
        const at = folded?.indexOf(fold(text)) ?? -1
        if (folded === null || at < 0 || text === '') continue
        const rank = at > 0 ? 2 : folded === fold(text) ? 0 : 1
        offer(sim.id, [apart + rank, Buffer.byteLength(folded), field, folded])
      }
    }
    if ('numbers' in sought) {
      const spelled = sought.numbers.flatMap(wholeSpellingsOf)
      for (const sim of this.matching({ search: sought }, 0))
        for (const [field, name] of simSearchFields.entries()) {
          const folded = fold(String(sim.values.get(name)))
          if (spelled.includes(folded)) offer(sim.id, [0, folded.length, field, folded])
        }
    } else {
      const { words } = sought
      for (const sim of this.sims.values()) for (const text of words.length === 1 ? words[0]! : [halfWidth(typed)]) fits(sim, text, 0)
      if (words.length > 1) {
        const longest = words.reduce((one, other) => (other[0]!.length > one[0]!.length ? other : one))
        for (const sim of this.matching({ search: sought }, 0)) if (!best.has(sim.id)) for (const text of longest) fits(sim, text, 3)
      }
    }
    return [...best]
      .toSorted(([id, fit], [otherId, other]) => compareFits(fit, other) || id - otherId)
      .slice(0, take)
      .map(([id]) => id)
  }

  /** The numbers of SIMs in each square of a map, by its column and row. */
  squares(filter: Filter, { longitudes, latitudes }: MapGrid, now: number): Map<string, Counts> {
    const counts = new Map<string, Counts>()
    for (const { values } of this.matching(filter, now)) {
      const [longitude, latitude] = [values.get('longitude')!, values.get('latitude')!]
      if (longitude === null || latitude === null) continue
      const column = longitudes.findLastIndex((edge) => edge <= Number(longitude))
      const row = latitudes.findLastIndex((edge) => edge <= Number(latitude))
      if (column < 0 || column > longitudes.length - 2 || row < 0 || row > latitudes.length - 2) continue
      const own = counts.get(`${column} ${row}`) ?? { sims: 0, on: 0, measured: 0, weak: 0 }
      const rsrp = values.get('rsrp')!
      counts.set(`${column} ${row}`, {
        sims: own.sims + 1,
        on: own.on + Number([1, 2].includes(Number(values.get('connection') ?? 0))),
        measured: own.measured + Number(rsrp !== null),
        weak: own.weak + Number(rsrp !== null && Number(rsrp) < -100),
      })
    }
    return counts
  }

  #keyOf({ values }: Sim, name: SimFieldName): Value | number[] {
    const value = values.get(name)!
    const { type, filter }: SimField = simFields[name]
    if (type === 'group') return this.groups.get(Number(value ?? -1)) ?? null
    if (filter !== 'version') return value
    return /^\d{1,9}(\.\d{1,9}){0,9}$/.test(String(value)) ? String(value).split('.').map(Number) : null
  }

  #holds({ id, values }: Sim, filter: string, value: never, now: number): boolean {
    const asked: unknown = value
    const of = (name: string): Value => values.get(name)!
    const list = [asked].flat() as Value[]
    if (filter === 'id') return list.includes(id)
    if (filter === 'selection') return this.selections.get(Number(asked))!.has(id)
    if (filter === 'search') return holdsSought(asked as Sought, values, simSearchFields, [...numberFields, 'external_device_id'])
    if (filter === 'device_alias') return of(filter) !== null && fold(String(of(filter))).includes(fold(String(asked)))
    if (filter === 'connection') return list.some((name) => connectionOfFilter[name as 'on'] === of('connection'))
    if (filter === 'group') return list.includes(of('group') ?? 0)
    if (filter === 'tags') return list.some((key) => (key === noTags ? of('tags') === null : `,${of('tags') ?? ''},`.includes(`,${key},`)))
    if (filter === 'applet')
      return list.some((part) =>
        [of('poller_name'), of('other_applet_name')].some((name) => name !== null && fold(String(name)).includes(fold(String(part)))),
      )
    if (filter === 'area') {
      const [longitude, latitude] = [of('longitude'), of('latitude')]
      if (asked === unknownArea || longitude === null || latitude === null)
        return asked === unknownArea && (longitude === null || latitude === null)
      const { west, south, east, north } = asked as MapArea
      return Number(longitude) >= west && Number(longitude) <= east && Number(latitude) >= south && Number(latitude) <= north
    }
    if (filter === 'silent')
      return (list as string[]).some((silence) => {
        const poll = of('last_poll')
        if (silence === 'never') return poll === null
        if (silence.endsWith('x')) {
          const seconds = Number(of('poll_seconds') ?? 86_400)
          const [least, most] = silence.slice(0, -1).split('-').map(Number)
          const [passed, interval] = [now - Number(poll), (seconds < 300 ? 300 : seconds) * 1e6]
          return poll !== null && passed > least! * interval && passed <= (most ?? Infinity) * interval
        }
        return poll !== null && Number(poll) < now - Number(silence.slice(0, -1)) * silences[silence.at(-1)!]!
      })
    const [name] = indexedFields.filter((field) => simFilterOf(field) === filter.replace(/_(start|end)$/, ''))
    if (/_(start|end)$/.test(filter)) {
      const limit = Date.parse(String(asked)) * 1000
      return of(name!) !== null && (filter.endsWith('_start') ? Number(of(name!)) >= limit : Number(of(name!)) <= limit)
    }
    if (numberFields.some((field) => field === name)) return holdsSought(asked as Sought, values, [name!], [name!])
    const found = of(name!)
    return found !== null && list.includes(typeof found === 'boolean' ? String(found) : found)
  }
}

function filterValues(of: CountedFilter, values: ReadonlyMap<string, Value>): Iterable<string | null> {
  if (of === 'applet') {
    const names = [values.get('poller_name')!, values.get('other_applet_name')!].filter((name) => name !== null)
    return names.length > 0 ? new Set(names.map(String)) : [null]
  }
  if (of === 'tags')
    return String(values.get(of) ?? '')
      .split(',')
      .map((key) => key || null)
  if (of === 'group') return [String(values.get('group') ?? 0)]
  if (of === 'connection')
    return [Object.keys(connectionOfFilter).find((name) => connectionOfFilter[name as 'on'] === values.get(of)) ?? null]
  const value = values.get(indexedFields.find((name) => simFilterOf(name) === of)!)
  return [value === null ? null : String(value)]
}

function holdsSought(sought: Sought, values: ReadonlyMap<string, Value>, fields: readonly string[], whole: readonly string[]): boolean {
  if ('numbers' in sought)
    return sought.numbers.flatMap(wholeSpellingsOf).some((number) => whole.some((name) => values.get(name) === number))
  const texts = fields.map((name) => values.get(name)).filter((value) => typeof value === 'string')
  return sought.words.every((spellings) => spellings.some((spelling) => texts.some((text) => fold(text).includes(fold(spelling)))))
}

function compareKeys(one: Value | number[], other: Value | number[]): number {
  if (typeof one === 'string') return compareTexts(one, String(other))
  if (!Array.isArray(one) || !Array.isArray(other)) return Number(one) - Number(other)
  for (const [at, part] of one.entries()) if (part !== other[at]) return at < other.length ? part - other[at]! : 1
  return one.length - other.length
}

type Fit = [rank: number, length: number, field: number, text: string]
const compareFits = (one: Fit, other: Fit): number =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || compareTexts(one[3], other[3])
