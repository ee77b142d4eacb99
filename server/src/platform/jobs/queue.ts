import type { Words } from '@simdeck/contract/languages.ts'
import type { Db } from '../db/database.ts'
import { notifyAtCommit } from '../db/notifications.ts'
import { hasUnclaimed, insertQueued } from './queries.ts'

/** One attempt at a stored job. */
export type Attempt = {
  /** The id of the row that the job is about. */
  key: number
  /** Aborted when the node gives the job up: it stops, or it lost its connection to the database, and another node takes the job. */
  signal: AbortSignal
}

/** Stored work of one kind, which nodes with the service `jobs` run. Each job is a row of `queued_jobs`, written by `enqueue`. */
export type Queue = {
  /** Its name in the log and in the metrics. */
  name: string
  /** Its name for operators. */
  title: Words
  /** Jobs that a node runs at a time. */
  atOnce: number
  /** The wait after the attempt with this number, counted from 1; null: the job is dead, and stays in the table for 30 days. */
  retryMs: (attempt: number, error: Error) => number | null
  /** Time that running attempts have when the node stops, before their signal is aborted. */
  graceMs?: number
  /**
   * Runs the job. It may be called again, on any node, after a node died or lost its connection to the database, so it first looks at the
   * state of its row. A function that it returns runs in the transaction that removes the job. A rejection is a failed attempt, unless the
   * signal was aborted.
   */
  run: (attempt: Attempt) => Promise<((trx: Db) => Promise<unknown>) | void>
  /** Runs in the transaction that stores a failed attempt. */
  onFailure?: (trx: Db, key: number, failure: { error: Error; dead: boolean }) => Promise<unknown>
}

/**
 * Stores a job in the caller's transaction; a node takes it as soon as the transaction commits, or at `notBefore`. A dead job starts anew; a
 * stored job that is not dead stays unchanged.
 */
export async function enqueue(trx: Db, queue: string, key: number, notBefore: Date | null = null): Promise<void> {
  await insertQueued(trx, queue, key, notBefore)
  await wakeAtCommit(trx, queue)
}

/** Makes every node look for due jobs of the queue once the transaction commits. */
export const wakeAtCommit = (trx: Db, queue: string): Promise<void> => notifyAtCommit(trx, [JSON.stringify({ queues: [queue] })])

/** True if a job of the queue waits for a place on a node. */
export const isAwaited = (db: Db, queue: string): Promise<boolean> => hasUnclaimed(db, queue)
