import type { SocketRequest } from '@simdeck/contract/events.ts'
import type { TopicEvent, TopicName } from '@simdeck/contract/live-topics.ts'
import type { Db } from '../db/database.ts'

/** Names of the lists of ids by which a client limits its events. */
export type WatchName = keyof SocketRequest['watch']

/** The event with the state of a row. `isOpen`: the row has not ended, so that a node that missed changes reads it again. */
export type TopicRow = { id: number; event: TopicEvent; isOpen?: boolean }

/**
 * A kind of row whose changes are sent to sockets. `name` is also the name of its ids in the change feed. Rows are read once for all
 * sockets of a node, and only if a socket watches them; of several changes only the last state is read.
 */
export type Topic = {
  name: TopicName
  /** Minimum time between two reads. */
  everyMs: number
  /** Pause after a read, as a multiple of the time that it took. */
  pauseFactor?: number
  /** The client's list that limits the topic; null if every socket receives all of it. */
  watched: WatchName | null
  /** For each id, the id in the client's list; absent if they are the same. Ids of deleted rows are missing. */
  subjectsOf?: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, number>>
  /** A client that starts to watch a row receives a change of the last seconds, because it may have read the row before that change. */
  sendsRecent?: true
  /** The rows that a node reads after it may have missed changes: all that are watched by id, or all that were open. */
  rereadAfterGap?: 'watched' | 'open'
  /** The events of these ids; `changedAt` is the time when this node received the change. Ids of deleted rows are absent. */
  load: (db: Db, ids: readonly number[], changedAt: (id: number) => Date) => Promise<TopicRow[]>
}
