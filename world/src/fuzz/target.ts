import type { Random } from '@simdeck/simulator/random.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'

/** Code that takes octets from outside, with inputs for it. */
export interface FuzzTarget {
  /** An input: a pure function of the numbers that it draws. */
  make: (random: Random) => Uint8Array
  /** Gives the input to the code; answers how that ended, in a word. Whatever it throws is a finding. */
  run: (input: Uint8Array) => string | Promise<string>
}

/** What the code must not do although it throws nothing. */
export class Broken extends Error {}

export function insist(holds: boolean, otherwise: string): void {
  if (!holds) throw new Broken(otherwise)
}

/** What was read; null when it was refused with the one error that is meant for it. */
export function readOrNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}
