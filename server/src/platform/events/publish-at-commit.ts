import type { Db } from '../db/database.ts'
import { notifyAtCommit } from '../db/notifications.ts'
import type { Change } from './changes.ts'

/** A PostgreSQL notification has room for about 600 ids. */
const idsPerNotification = 500

/** Sends a change to every node with the commit of the transaction, so that it reaches them although this node dies right after. */
export async function publishAtCommit(trx: Db, change: Change): Promise<void> {
  const parts = Object.entries(change).flatMap(([name, value]) => inParts(value).map((part) => JSON.stringify({ [name]: part })))
  await notifyAtCommit(trx, parts)
}

function inParts(value: Change[keyof Change]): unknown[] {
  if (!Array.isArray(value)) return [value]
  const parts: unknown[][] = []
  for (let at = 0; at < value.length; at += idsPerNotification) parts.push(value.slice(at, at + idsPerNotification))
  return parts
}
