import type { Journal } from './journal.ts'

export type Value = string | number | boolean | null

/** The values of one field, by slot. */
export interface Column {
  /** The slots whose value changed. */
  readonly journal: Journal
  readonly bytes: number
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
