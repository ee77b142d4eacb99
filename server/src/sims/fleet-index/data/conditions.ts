import { unknownArea } from '@simdeck/contract/map-area.ts'
import { type SimFieldName, simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import type { Sought } from '@simdeck/contract/sim-search.ts'
import { ownPollSeconds, type Silence, silenceOf } from '@simdeck/contract/silence.ts'
import { connectionOfFilter, numberFields, type SimFilter, simSearchFields } from '@simdeck/contract/sims.ts'
import { noTags } from '@simdeck/contract/tag-keys.ts'
import { setBit } from './columns/bitmap.ts'
import type { Value } from './columns/column.ts'
import { fold } from './columns/fold.ts'
import { appletNames, type Columns, tagsOf } from './fields.ts'
import type { Leaf } from './kept-bitmaps.ts'
import { fillOverdue } from './last-polls.ts'
import { microsecondsOf } from './moments.ts'
import type { Order } from './order.ts'
import { quarantineId, type Selections } from './selections.ts'
import type { Slots } from './slots.ts'
import { numberedLeaf, type OrderedTexts, partLeaf, wholeLeaf } from './text-leaves.ts'

/** The condition of one filter: all leaves are true or, if it is `negated`, at least one leaf is false. */
export type Condition = { name: string; leaves: readonly Leaf[]; negated: boolean }

/**
 * The time since the last poll is more than `time` microseconds and more than `least` own poll intervals, but not more than `most` of them.
 */
type Bounds = { time: number; least: number; most: number }

function boundsOf(silence: Silence): Bounds {
  if (silence.kind === 'never') return { time: Infinity, least: 0, most: Infinity }
  if (silence.kind === 'minutes') return { time: silence.minutes * 60e6, least: 0, most: Infinity }
  return { time: 0, least: silence.intervals, most: silence.most }
}

type Read = (value: never, now: number) => readonly Leaf[]

/** Translates filters of the list into conditions on the columns. */
export class Conditions {
  readonly #columns: Columns
  readonly #orderOf: (name: SimFieldName) => Order
  readonly #slots: Slots
  readonly #selections: Selections
  readonly #reads: ReadonlyMap<string, Read>

  constructor(columns: Columns, slots: Slots, selections: Selections, orderOf: (name: SimFieldName) => Order) {
    this.#columns = columns
    this.#slots = slots
    this.#selections = selections
    this.#orderOf = orderOf
    this.#reads = this.#readsByName()
  }

  /** The conditions of a filter. `now` is in microseconds since 1970. */
  of(filter: SimFilter & { not?: readonly string[] }, now: number): Condition[] {
    const { not = [], ...asked } = filter
    return Object.entries(asked)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const read = this.#reads.get(name)
        if (!read) throw new Error(`the index does not know the filter ${name}`)
        return { name, leaves: read(value as never, now), negated: not.includes(name) }
      })
  }

  #readsByName(): Map<string, Read> {
    const reads = new Map<string, Read>()
    const add = <Asked>(name: string, read: (value: Asked, now: number) => readonly Leaf[]) => reads.set(name, read)
    for (const name of simFieldsWith({ filter: 'choice' }))
      add<readonly string[]>(simFilterOf(name), (values) => [this.#valued(name, values)])
    for (const name of simFieldsWith({ filter: 'version' }))
      add<readonly string[]>(simFilterOf(name), (values) => [this.#valued(name, values)])
    for (const name of simFieldsWith({ filter: 'flag' }))
      add<readonly string[]>(simFilterOf(name), (values) => [
        this.#valued(
          name,
          values.map((value) => value === 'true'),
        ),
      ])
    for (const name of simFieldsWith({ filter: 'whole' }))
      add<readonly string[]>(simFilterOf(name), (values) => [wholeLeaf(this.#texts(name), values)])
    for (const name of simFieldsWith({ filter: 'number' })) add<Sought>(simFilterOf(name), (sought) => this.#sought(sought, [name], [name]))
    for (const name of simFieldsWith({ filter: 'period' })) {
      add<string>(`${simFilterOf(name)}_start`, (start) => [this.#between(name, microsecondsOf(start), Infinity)])
      add<string>(`${simFilterOf(name)}_end`, (end) => [this.#between(name, -Infinity, microsecondsOf(end))])
    }
    add<Sought>('search', (sought) => this.#sought(sought, simSearchFields, [...numberFields, 'external_device_id']))
    add<string>('device_alias', (part) => [partLeaf(this.#texts('device_alias'), [part])])
    add<readonly (keyof typeof connectionOfFilter)[]>('connection', (values) => [
      this.#valued(
        'connection',
        values.map((value) => connectionOfFilter[value]),
      ),
    ])
    add<readonly number[]>('group', (ids) => [
      this.#valued(
        'group',
        ids.map((id) => (id === 0 ? null : id)),
      ),
    ])
    add<readonly string[]>('tags', (keys) => [this.#tagged(keys)])
    add<readonly string[]>('applet', (parts) => [this.#named(parts)])
    add<readonly string[]>('silent', (silences, now) => [this.#silent(silences, now)])
    add<NonNullable<SimFilter['area']>>('area', (area) =>
      area === unknownArea
        ? [this.#unlocated()]
        : [this.#between('longitude', area.west, area.east), this.#between('latitude', area.south, area.north)],
    )
    add<readonly number[]>('id', (ids) => [{ fill: (bits) => this.#slotsOf(ids).forEach((slot) => setBit(bits, slot)) }])
    add<readonly string[]>('quarantined', (values) => [
      { fill: (bits) => void (values.length > 0 && bits.set(this.#selections.of(quarantineId))) },
    ])
    add<number>('selection', (id) => [{ fill: (bits) => bits.set(this.#selections.of(id)) }])
    return reads
  }

  #texts(...names: readonly SimFieldName[]): OrderedTexts[] {
    return names.map((name) => ({ name, column: this.#columns.text(name), order: () => this.#orderOf(name) }))
  }

  #sought(sought: Sought, fields: readonly SimFieldName[], whole: readonly SimFieldName[]): Leaf[] {
    if ('numbers' in sought) return [numberedLeaf(this.#texts(...whole), sought.numbers)]
    return sought.words.map((spellings) => partLeaf(this.#texts(...fields), spellings))
  }

  #valued(name: SimFieldName, values: readonly Value[]): Leaf {
    const column = this.#columns.coded(name)
    const wanted = new Set(values)
    return {
      fill: (bits, slots) => column.fill(bits, slots, (value) => wanted.has(value)),
      kept: { key: JSON.stringify(['value', name, values]), columns: [column], test: (slot) => wanted.has(column.valueAt(slot)) },
    }
  }

  /** Finds SIMs that have one of these tags, and SIMs without tags if `noTags` is among them. */
  #tagged(keys: readonly string[]): Leaf {
    const column = this.#columns.coded('tags')
    const wanted = new Set(keys)
    const isWanted = (value: Value): boolean => (value === null ? wanted.has(noTags) : tagsOf(value).some((key) => wanted.has(key)))
    return {
      fill: (bits, slots) => column.fill(bits, slots, isWanted),
      kept: { key: JSON.stringify(['tagged', keys]), columns: [column], test: (slot) => isWanted(column.valueAt(slot)) },
    }
  }

  /** Finds SIMs by a part of the name of an applet. Upper and lower case are equal. */
  #named(parts: readonly string[]): Leaf {
    const columns = appletNames.map((name) => this.#columns.coded(name))
    const folded = parts.map(fold)
    const known = new Map<Value, boolean>()
    const isWanted = (value: Value): boolean => {
      const last = known.get(value)
      if (last !== undefined) return last
      const name = value === null ? null : fold(String(value))
      const wanted = name !== null && folded.some((part) => name.includes(part))
      known.set(value, wanted)
      return wanted
    }
    return {
      fill(bits, slots) {
        const marked = columns.map((column) => column.codesOf(isWanted))
        for (let slot = 0; slot < slots; slot++)
          if (columns.some((column, at) => marked[at]![column.codes[slot]!] === 1)) setBit(bits, slot)
      },
      kept: {
        key: JSON.stringify(['named', folded]),
        columns,
        test: (slot) => columns.some((column) => isWanted(column.valueAt(slot))),
      },
    }
  }

  #between(name: SimFieldName, start: number, end: number): Leaf {
    const column = this.#columns.numbers(name)
    return {
      fill: (bits, slots) => column.fill(bits, slots, start, end),
      kept: {
        key: JSON.stringify(['between', name, String(start), String(end)]),
        columns: [column],
        test: (slot) => column.isBetween(slot, start, end),
      },
    }
  }

  #unlocated(): Leaf {
    const columns = (['longitude', 'latitude'] as const).map((name) => this.#columns.numbers(name))
    return {
      fill: (bits, slots) => columns.forEach((column) => column.fillBlanks(bits, slots)),
      kept: { key: 'unlocated', columns, test: (slot) => columns.some((column) => column.isBlank(slot)) },
    }
  }

  /** Finds SIMs by the time since their last poll. The result changes with the time. */
  #silent(silences: readonly string[], now: number): Leaf {
    const polls = this.#columns.numbers('last_poll')
    const seconds = this.#columns.numbers('poll_seconds')
    const asked = silences.map(silenceOf)
    // The last microsecond before the shortest silence.
    const since = now - Math.min(...asked.map((one) => (one.kind === 'minutes' ? one.minutes * 60e6 : Infinity))) - 1
    const overdue = asked.filter((one) => one.kind === 'intervals')
    const never = asked.some(({ kind }) => kind === 'never')
    const bounds = asked.map(boundsOf)
    return {
      kept: {
        key: JSON.stringify(['silent', silences]),
        columns: [polls, seconds],
        test(slot) {
          if (polls.isBlank(slot)) return never
          const time = polls.values[slot]!
          const interval = ownPollSeconds(seconds.valueAt(slot)) * 1e6
          return bounds.some((bound) => time < now - bound.time - bound.least * interval && time >= now - bound.most * interval)
        },
        moments: {
          now,
          nextOf(slot, from) {
            if (polls.isBlank(slot)) return Infinity
            const time = polls.values[slot]!
            const interval = ownPollSeconds(seconds.valueAt(slot)) * 1e6
            let next = Infinity
            for (const { time: passed, least, most } of bounds)
              for (const moment of [time + passed + least * interval, time + most * interval])
                if (moment >= from && moment < next) next = moment
            return next
          },
        },
      },
      fill(bits, slots) {
        polls.fill(bits, slots, -Infinity, since)
        for (const own of overdue) fillOverdue(bits, slots, { polls, seconds, own, now })
        if (never) polls.fillBlanks(bits, slots)
      },
    }
  }

  #slotsOf(ids: readonly number[]): number[] {
    return ids.map((id) => this.#slots.slotOf(id)).filter((slot) => slot >= 0)
  }
}
