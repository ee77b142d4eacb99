import type { Journal } from './journal.ts'

export type Value = string | number | boolean | null

/**
 * The values of a column as whole numbers of 16 bits. A smaller value has a smaller place, equal values have the same one, and blanks have
 * the place `blank`, which is the greatest.
 */
export type Numbered = { numbers: Uint8Array | Uint16Array | Int16Array; placeOf: (number: number) => number; blank: number }

/** The values of one field, by slot. */
export interface Column {
  /** The slots whose value changed. */
  readonly journal: Journal
  readonly bytes: number
  /** Null if the column has values of another kind. Valid until the next change. */
  readonly numbered: Numbered | null
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
