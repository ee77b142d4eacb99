import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

const minutesAgo = (minutes: number) => sql<Date>`clock_timestamp() - make_interval(mins => ${minutes})`

/** Keys of one attempt, always locked in this order. */
export type AttemptKeys = { subject: Buffer; ip: Buffer }

/** Locks the count of a key until the transaction ends. */
async function takeAdvisoryLock(trx: Db, key: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key.readInt32BE(0)}, ${key.readInt32BE(4)})`.execute(trx)
}

export async function openLocks(db: Db, keys: readonly Buffer[]): Promise<{ key: Buffer; until: Date }[]> {
  return db
    .selectFrom('sign_in_locks')
    .selectAll()
    .where('key', 'in', keys.length > 0 ? keys : [Buffer.alloc(0)])
    .where('until', '>', sql<Date>`clock_timestamp()`)
    .execute()
}

export async function countRecent(db: Db, key: Buffer, minutes: number): Promise<number> {
  const { count } = await db
    .selectFrom('sign_in_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('key', '=', key)
    .where('at', '>', minutesAgo(minutes))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertAttempt(db: Db, key: Buffer): Promise<void> {
  await db
    .insertInto('sign_in_attempts')
    .values({ key, at: sql<Date>`clock_timestamp()` })
    .execute()
}

/** Counts this attempt, or returns the reason why it is refused. The attempt that reaches the limit locks the subject (`last`). */
export async function countAttempt(
  db: Db,
  { subject, ip }: AttemptKeys,
  limits: { subject: number; ip: number },
): Promise<{ last: boolean } | 'accountLocked' | 'tooManyRequests'> {
  // Most requests of a flood end here, without waiting for a lock.
  if ((await openLocks(db, [subject])).length > 0) return 'accountLocked'
  return db.transaction().execute(async (trx) => {
    await takeAdvisoryLock(trx, subject)
    await takeAdvisoryLock(trx, ip)
    if ((await countRecent(trx, ip, 15)) >= limits.ip) return 'tooManyRequests'
    if ((await openLocks(trx, [subject])).length > 0) return 'accountLocked'
    const ended = await trx.deleteFrom('sign_in_locks').where('key', '=', subject).executeTakeFirst()
    if (ended.numDeletedRows > 0n) await trx.deleteFrom('sign_in_attempts').where('key', '=', subject).execute()
    await insertAttempt(trx, subject)
    await insertAttempt(trx, ip)
    if ((await countRecent(trx, subject, 15)) < limits.subject) return { last: false }
    await trx
      .insertInto('sign_in_locks')
      .values({ key: subject, until: sql<Date>`clock_timestamp() + interval '15 minutes'` })
      .execute()
    return { last: true }
  })
}

/** Removes one attempt, and the lock if the remaining attempts do not justify it. */
export async function giveBackAttempt(db: Db, { subject, ip }: AttemptKeys, perSubject: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const key of [subject, ip]) {
      await takeAdvisoryLock(trx, key)
      await sql`delete from sign_in_attempts where ctid =
        (select ctid from sign_in_attempts where key = ${key} order by at desc limit 1)`.execute(trx)
    }
    if ((await countRecent(trx, subject, 15)) < perSubject) await trx.deleteFrom('sign_in_locks').where('key', '=', subject).execute()
  })
}

/** Counts an attempt or a request under the key; false if the last `minutes` had `limit` of them already. */
export async function countWithin(db: Db, key: Buffer, limit: number, minutes: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await takeAdvisoryLock(trx, key)
    if ((await countRecent(trx, key, minutes)) >= limit) return false
    await insertAttempt(trx, key)
    return true
  })
}

/** Forgets the attempts and the lock; true if a lock was open. */
export async function forgetAttempts(db: Db, key: Buffer): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await takeAdvisoryLock(trx, key)
    await trx.deleteFrom('sign_in_attempts').where('key', '=', key).execute()
    const lock = await trx.deleteFrom('sign_in_locks').where('key', '=', key).returning('until').executeTakeFirst()
    return lock !== undefined && lock.until > new Date()
  })
}
