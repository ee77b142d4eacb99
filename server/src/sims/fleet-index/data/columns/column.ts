import type { Journal } from './journal.ts'

export type Value = string | number | boolean | null

/**
 * Ranks of the values of a column with few different ones: the rank of a slot is `ofCode[codes[slot] + offset]`. A smaller value has a
 * smaller rank, equal values have the same one, and blanks have the rank `blank`, which is the greatest.
 */
export type Ranks = {
  codes: Uint8Array | Uint16Array | Int16Array
  offset: number
  ofCode: Uint32Array
  blank: number
  /** The number of the slots for each code but 0, which is that of blanks; null if the column does not count them. */
  counts: readonly number[] | null
}

/** The values of one field, by slot. */
export interface Column {
  /** The slots whose value changed. */
  readonly journal: Journal
  readonly bytes: number
  /** Null if the column may have many different values. Valid until the next change. */
  readonly ranks: Ranks | null
  set(slot: number, value: Value): void
  isBlank(slot: number): boolean
  valueAt(slot: number): Value
  /** Negative if the first slot comes before the second one in ascending order. Neither is blank. */
  compare(slot: number, other: number): number
  /**
   * Sorts `slots[from…to]`, none of them blank, in ascending order. Slots with equal values keep their order. Each step takes some
   * milliseconds. If values change between steps, only the slots without a change are in order.
   */
  sort(slots: Uint32Array, from: number, to: number): Generator<void, void>
  /** Makes room for slots below `capacity`. */
  grow(capacity: number): void
}
