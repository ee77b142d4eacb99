import type { Random } from '@simdeck/simulator/random.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'

/** Code that reads octets from outside, with a generator of its inputs. */
export interface FuzzTarget {
  /** Makes an input; depends only on the random numbers. */
  make: (random: Random) => Uint8Array
  /** Gives the input to the code and returns the outcome in a few words. Every thrown error is a finding. */
  run: (input: Uint8Array) => string | Promise<string>
}

/** A violated invariant of code that threw no error. */
export class InvariantError extends Error {}

/** Throws an `InvariantError` with the message unless the invariant holds. */
export function assertInvariant(holds: boolean, message: string): void {
  if (!holds) throw new InvariantError(message)
}

/** Result of `read`; null when it refuses the input with a ProtocolError. */
export function readOrNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}
