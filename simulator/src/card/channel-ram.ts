import type { Scp03Card } from '@simdeck/protocol/scp03/card.ts'
import type { LoadUnderWay } from './content.ts'
import type { StoreUnderWay } from './personalization.ts'
import type { PendingChannel } from './secure-channel.ts'

/** A host that proved itself. Without `scp03` it asked for no more than that, and its commands come as they are. */
export interface Session {
  scp03: Scp03Card | null
  /** The static key that encrypts the keys of PUT KEY. */
  dek: Uint8Array
}

/** What a logical channel knows; all of it dies with a reset. */
export interface ChannelRam {
  /** Null: the issuer security domain, which a reset selects. */
  selected: string | null
  pending: PendingChannel | null
  session: Session | null
  load: LoadUnderWay | null
  personalizing: string | null
  store: StoreUnderWay | null
  /** Answers to GET STATUS that are still to come, and the P1 they belong to. */
  status: { p1: number; answers: Uint8Array[] } | null
}

export function newChannelRam(selected: string | null): ChannelRam {
  return { selected, pending: null, session: null, load: null, personalizing: null, store: null, status: null }
}
