import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import type { CardNvm } from '../card/nvm.ts'
import type { Random } from '../random.ts'
import type { CardRegistry } from '../virtual-sim.ts'
import type { KeyJob, KeyRecord } from './new-keys.ts'

/** A card after all jobs, and what its server knows of one of them. */
export interface Afterwards {
  nvm: CardNvm
  keys: KeyRecord
  /** The ends of all rotations of the SCP03 keys, in their order. */
  rotations: readonly string[]
  /** The answers that the job had kept at its end. */
  found: unknown
  /** The content of the card at the end of the job. */
  registry: CardRegistry
}

/** Returns the fault of the card, or of the answers that a job kept; null for none. */
export type Check = (after: Afterwards) => string | null

/**
 * A job on its own subject, with a check for every correct end. A removal of extra content is decided by the content of the card, whose
 * digest is known only then.
 */
export interface Task {
  job: Job | KeyJob | ((digest: number) => Job)
  /** The name of its applet, its files or its keys, which no other task changes, apart from keys. */
  subject: string
  ends: ReadonlyMap<string, Check>
  /** The check after 402: too many interruptions, so that the job may have done a part of its work. */
  interrupted?: Check
  /** The check if the card refuses the channel; null for a job without a channel. */
  withoutChannel: Check | null
}

/** The check that both sides are the same. */
export const same = (name: string, is: string, right: string): string | null => (is === right ? null : `${name}: ${is}, not ${right}`)

export const pick = <T>(random: Random, values: readonly T[]): T => values[random.between(0, values.length - 1)]!
