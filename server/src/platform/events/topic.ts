import type { SocketEvent, SocketRequest, TopicName } from '@simdeck/contract/events.ts'
import type { Db } from '../db/database.ts'

/** The lists of ids by which a client narrows what it hears. */
export type WatchName = keyof SocketRequest['watch']

/** The event that tells how a thing stands. `isOpen`: it has not ended, so a node that missed changes reads it again. */
export type TopicRow = { id: number; event: SocketEvent; isOpen?: boolean }

/**
 * One kind of thing whose changes the sockets hear. Its name is that of its ids in the change feed. Rows are read once for all
 * sockets of a node, of several changes only the last state, and only where somebody listens.
 */
export type Topic = {
  name: TopicName
  /** The shortest time between two readings. */
  everyMs: number
  /** After a reading the topic rests this many times as long as it took. */
  restsFor?: number
  /** Which list of the client narrows it; null where everybody hears of everything. */
  watched: WatchName | null
  /** For each id, the id that stands in the list of the client; left out where they are the same. Ids that are gone are missing. */
  subjectsOf?: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, number>>
  /** A client that begins to watch a thing hears of a change of the last seconds, since it may have read the thing before it. */
  tellsRecent?: true
  /** A node that may have missed changes reads all that is watched by id, or all that was open. */
  afterGap?: 'watched' | 'open'
  /** The events of these ids; `changedAt` is the moment at which this node heard of the change. Ids that are gone are left out. */
  load: (db: Db, ids: readonly number[], changedAt: (id: number) => Date) => Promise<TopicRow[]>
}
