import { sortOf } from '@simdeck/contract/list.ts'
import type { SimFieldName } from '@simdeck/contract/sim-fields.ts'
import type { CountedFilter, ValueCount } from '@simdeck/contract/sim-counts.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { MapCount, MapGrid } from '../../sql/map-grid.ts'
import type { CodedField, Share } from '../../sql/shares.ts'
import { type Bitmap, slotsIn } from './columns/bitmap.ts'
import type { Column, Value } from './columns/column.ts'
import { ValueBitmaps } from './columns/value-bitmaps.ts'
import { Conditions } from './conditions.ts'
import { valuesOf } from './facets.ts'
import { Columns } from './fields.ts'
import { bestOf } from './find.ts'
import { KeptBitmaps, type Leaf } from './kept-bitmaps.ts'
import { pollsOf } from './last-polls.ts'
import { squaresOf } from './clusters.ts'
import { MapPlaces } from './map-places.ts'
import { Order } from './order.ts'
import { pageOf, pickedPage, type Wanted } from './pages.ts'
import { Selections } from './selections.ts'
import { classesOf, sharesOf } from './shares.ts'
import { Slots } from './slots.ts'
import { finished, firstAfter, sortSlots } from './sorted.ts'
import { valuedPage } from './valued-pages.ts'

/** The values of one SIM in the order of `indexedFields`. Moments are microseconds since 1970. */
export type IndexedRow = { id: number; values: readonly Value[] }

/** `sort` is `field:ASC` or `field:DESC`, or undefined for the order of the ids. `now` is in microseconds since 1970. */
export type ListQuestion = { filter: SimFilter; sort: string | undefined; skip: number; take: number; now: number }

export type FleetDataOptions = {
  /** The number of SIMs for which there is room from the start. */
  expected?: number
  /** The maximum length of a list that is sorted by itself while there is no order of all SIMs. */
  sortedAlone?: number
}

/** The fields by which a fleet is often sorted or searched; their orders are made in advance. */
const usualOrders: readonly SimFieldName[] = [
  'device_alias',
  'iccid',
  'last_poll',
  'imsi',
  'msisdn',
  'imei',
  'external_device_id',
  'updated_at',
]

/** The values of all SIMs by which lists filter, search and sort, in memory. It returns ids, has no clock and does no I/O. */
export class FleetData {
  readonly #slots = new Slots()
  readonly #columns = new Columns()
  readonly #selections = new Selections(this.#slots)
  readonly #places = new MapPlaces(this.#columns)
  readonly #kept = new KeptBitmaps(this.#slots)
  readonly #byId = new Order(this.#slots, this.#slots)
  readonly #orders = new Map<SimFieldName, Order>()
  readonly #valueBitmaps = new Map<Column, ValueBitmaps>()
  readonly #conditions = new Conditions(this.#columns, this.#slots, this.#selections, (name) => this.#orderOf(name))
  readonly #sortedAlone: number

  constructor({ expected = 1024, sortedAlone = 2000 }: FleetDataOptions = {}) {
    this.#sortedAlone = sortedAlone
    this.#grow(expected)
  }

  get size(): number {
    return this.#slots.size
  }

  /** Memory that is held in array buffers. */
  get bytes(): number {
    const orders = [this.#byId, ...this.#orders.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    return this.#slots.bytes + this.#columns.bytes + this.#places.bytes + this.#selections.bytes + orders
  }

  /** Adds SIMs, and replaces those that are known. */
  set(rows: readonly IndexedRow[]): void {
    const limit = this.#slots.limitWith(rows.length)
    if (limit > this.#slots.capacity) this.#grow(limit + (limit >>> 2))
    for (const { id, values } of rows) this.#columns.set(this.#slotFor(id), values)
  }

  /**
   * For the first values of SIMs: the columns, and a function that returns the slot of a SIM. A SIM that is not known gets a slot, and has
   * no values before they are written to the columns.
   */
  loading(): { columnOf: (name: SimFieldName) => Column; slotFor: (id: number) => number } {
    return {
      columnOf: (name) => this.#columns.of(name),
      slotFor: (id) => {
        const limit = this.#slots.limitWith(1)
        if (limit > this.#slots.capacity && this.#slots.slotOf(id) < 0) this.#grow(limit + (limit >>> 2))
        return this.#slotFor(id)
      },
    }
  }

  /** Replaces the values of polls, in the order of `contactFields`. Returns the SIMs that are not known. */
  setContacts(rows: readonly IndexedRow[]): number[] {
    const unknown: number[] = []
    for (const { id, values } of rows) {
      const slot = this.#slots.slotOf(id)
      if (slot < 0) unknown.push(id)
      else this.#columns.setContact(slot, values)
    }
    return unknown
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) {
      const slot = this.#slots.release(id)
      if (slot < 0) continue
      this.#columns.clear(slot)
      this.#selections.released(slot)
    }
  }

  /** Replaces the names of all groups. */
  setGroups(groups: readonly { id: number; name: string }[]): void {
    this.#columns.setGroups(groups)
  }

  /** Stores the SIMs of a selection for the filter `selection`. Only the 16 selections that were used last remain stored. */
  setSelection(id: number, simIds: Iterable<number>): void {
    this.#selections.set(id, simIds)
  }

  hasSelection(id: number): boolean {
    return this.#selections.has(id)
  }

  /** The ids of one page of a list, and the number of SIMs in the list. */
  list({ filter, sort, skip, take, now }: ListQuestion): { ids: number[]; total: number } {
    const wanted = { ...this.#matching(filter, now), skip, take }
    const { field, order } = sortOf(sort) ?? { field: 'id', order: 'ASC' }
    const slots = this.#pageOf(field as SimFieldName, order === 'DESC', wanted)
    return { ids: slots.map((slot) => this.#slots.idAt(slot)), total: wanted.total }
  }

  /** The number of SIMs of a filter. It keeps no bitmap, so that many counts do not displace those of the lists that people read. */
  count(filter: SimFilter, now: number): number {
    return this.#matching(filter, now, (leaf) => this.#kept.look(leaf)).total
  }

  /** The ids of all SIMs of a filter, ascending. */
  ids(filter: SimFilter, now: number): Float64Array {
    const { bits, total } = this.#matching(filter, now)
    return Float64Array.from(slotsIn(bits, total), (slot) => this.#slots.idAt(slot)).sort()
  }

  /** The number of SIMs of `filter` for each value of the filter `of`, most frequent values first, for at most `max` values. */
  values(filter: SimFilter, of: CountedFilter, max: number, now: number): ValueCount[] {
    return valuesOf(this.#columns, of, this.#slotsOf(filter, now)).slice(0, max)
  }

  /** The numbers of SIMs of a filter by the time of their last poll, as `pollsOf` counts them. Times are in microseconds since 1970. */
  polls(filter: SimFilter, times: readonly number[], now: number): number[] {
    return pollsOf(this.#columns.numbers('last_poll'), this.#slotsOf(filter, now), times)
  }

  /** The number of SIMs of a filter for each combination of values of these fields, in no order. */
  shares(filter: SimFilter, of: readonly CodedField[], now: number): Share[] {
    return sharesOf(
      of.map((name) => ({ name, column: this.#columns.coded(name) })),
      this.#slotsOf(filter, now),
    )
  }

  /** The numbers of SIMs of a filter by their RSRP, as `classesOf` counts them. */
  signals(filter: SimFilter, starts: readonly number[], now: number): number[] {
    return classesOf(this.#columns.numbers('rsrp'), this.#slotsOf(filter, now), starts)
  }

  /** The SIMs of a filter by the squares of a map. */
  map(filter: SimFilter, grid: MapGrid, now: number): MapCount {
    return squaresOf(this.#columns, this.#places.now(), { ...this.#matching(filter, now), of: this.size }, grid)
  }

  has(id: number): boolean {
    return this.#slots.slotOf(id) >= 0
  }

  /** The ids from `from` until before `to`, ascending. */
  idsBetween(from: number, to: number): number[] {
    const { slots, total } = this.#byId.now()
    const start = firstAfter(slots, 0, total, (slot) => this.#slots.idAt(slot) >= from)
    const end = firstAfter(slots, start, total, (slot) => this.#slots.idAt(slot) >= to)
    return Array.from(slots.subarray(start, end), (slot) => this.#slots.idAt(slot))
  }

  /** True if the SIM is known with these values. */
  holds({ id, values }: IndexedRow): boolean {
    const slot = this.#slots.slotOf(id)
    return slot >= 0 && this.#columns.holds(slot, values)
  }

  /** The ids of the SIMs that match a typed text best, in the order that `bestOf` describes. */
  find(typed: string, take: number): number[] {
    const matching = (filter: SimFilter) => this.#matching(filter, 0)
    const orderOf = (name: SimFieldName) => this.#orderOf(name)
    return bestOf(typed, take, { columns: this.#columns, slots: this.#slots, orderOf, matching }).map((slot) => this.#slots.idAt(slot))
  }

  /** Makes the usual orders and the places of the map, and updates all orders that exist. Questions and changes may come between the steps. */
  *prepareOrders(): Generator<void, void> {
    yield* this.#places.steps()
    yield* this.#byId.steps()
    for (const name of new Set([...usualOrders, ...this.#orders.keys()])) yield* this.#orderOf(name).steps()
  }

  #slotFor(id: number): number {
    const known = this.#slots.slotOf(id)
    if (known >= 0) return known
    const slot = this.#slots.take(id)
    this.#selections.taken(slot, id)
    return slot
  }

  #grow(capacity: number): void {
    this.#slots.grow(capacity)
    this.#columns.grow(capacity)
    this.#selections.grow()
    this.#kept.clear()
    for (const bitmaps of this.#valueBitmaps.values()) bitmaps.clear()
  }

  #orderOf(name: SimFieldName): Order {
    const known = this.#orders.get(name)
    if (known) return known
    const order = new Order(this.#columns.of(name), this.#slots)
    this.#orders.set(name, order)
    return order
  }

  #pageOf(field: SimFieldName, descending: boolean, wanted: Wanted): number[] {
    if (field === 'id') return this.#pageById(wanted, descending)
    const column = this.#columns.of(field)
    const pool = this.#slots.bitmaps
    const alone = this.#orders.get(field)?.isMade ? this.#sortedAlone / 4 : this.#sortedAlone
    if (wanted.total <= alone) {
      const base = finished(sortSlots(column, this.#slots, slotsIn(wanted.bits, wanted.total)))
      return pageOf({ base, late: null }, wanted, descending, pool)
    }
    const values = this.#bitmapsOf(column)
    if (values) return valuedPage({ values, pageById: (some) => this.#pageById(some, descending) }, wanted, descending, pool)
    return pageOf(this.#orderOf(field).layers(), wanted, descending, pool)
  }

  #pageById(wanted: Wanted, descending: boolean): number[] {
    const pool = this.#slots.bitmaps
    return this.#slots.isAscending ? pickedPage(pool, wanted, descending) : pageOf(this.#byId.layers(), wanted, descending, pool)
  }

  #bitmapsOf(column: Column): Bitmap[][] | null {
    if (!column.numbered) return null
    const known = this.#valueBitmaps.get(column) ?? new ValueBitmaps(column)
    this.#valueBitmaps.set(column, known)
    return known.now(this.#slots.bitmaps)
  }

  #slotsOf(filter: SimFilter, now: number): Uint32Array {
    const { bits, total } = this.#matching(filter, now)
    return slotsIn(bits, total)
  }

  /** The SIMs of a filter. Their bitmap is valid until the next call. */
  #matching(filter: SimFilter, now: number, bitsOf = (leaf: Leaf): Bitmap => this.#kept.of(leaf)): { bits: Bitmap; total: number } {
    const pool = this.#slots.bitmaps
    pool.reuseScratch()
    const to = pool.scratch()
    let bits = this.#slots.alive
    let total = this.#slots.size
    for (const { leaves, negated } of this.#conditions.of(filter, now)) {
      if (negated) {
        total = pool.without(to, bits, this.#allOf(leaves, bitsOf))
        bits = to
      } else
        for (const leaf of leaves) {
          total = pool.common(to, bits, bitsOf(leaf))
          bits = to
        }
    }
    return { bits, total }
  }

  /** The SIMs that meet each of these single conditions. */
  #allOf([first, ...others]: readonly Leaf[], bitsOf: (leaf: Leaf) => Bitmap): Bitmap {
    let bits = bitsOf(first!)
    if (others.length === 0) return bits
    const to = this.#slots.bitmaps.scratch()
    for (const leaf of others) {
      this.#slots.bitmaps.common(to, bits, bitsOf(leaf))
      bits = to
    }
    return bits
  }
}
