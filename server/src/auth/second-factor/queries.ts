import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type MfaState = { secret: Buffer | null; pending: Buffer | null; enabled: boolean }

/** The member's second factor; the row stays locked until the transaction ends. */
export async function lockMfa(trx: Db, memberId: number): Promise<MfaState | undefined> {
  const row = await selectMfa(trx, memberId).forUpdate().executeTakeFirst()
  return row && { secret: row.mfa_secret, pending: row.mfa_pending_secret, enabled: row.mfa_enabled_at !== null }
}

export async function readMfa(db: Db, memberId: number): Promise<MfaState | undefined> {
  const row = await selectMfa(db, memberId).executeTakeFirst()
  return row && { secret: row.mfa_secret, pending: row.mfa_pending_secret, enabled: row.mfa_enabled_at !== null }
}

const selectMfa = (db: Db, memberId: number) =>
  db
    .selectFrom('members')
    .select(['mfa_secret', 'mfa_pending_secret', 'mfa_enabled_at'])
    .where('id', '=', memberId)
    .where('account_status', '=', 'active')

/** Uses up a time step; false if that step or a later one was used already. */
export async function useStep(db: Db, memberId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ mfa_last_step: step })
    .where('id', '=', memberId)
    .where('mfa_last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function useRecoveryCode(db: Db, memberId: number, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('member_id', '=', memberId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function replaceRecoveryCodes(trx: Db, memberId: number, hashes: readonly Buffer[]): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
  if (hashes.length === 0) return
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ member_id: memberId, hash })))
    .execute()
}

export async function writePending(db: Db, memberId: number, sealed: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ mfa_pending_secret: sealed, updated_at: sql<Date>`now()` })
    .where('id', '=', memberId)
    .where('mfa_enabled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function writeEnabled(trx: Db, memberId: number, sealed: Buffer, step: number): Promise<void> {
  await trx
    .updateTable('members')
    .set({
      mfa_secret: sealed,
      mfa_enabled_at: sql<Date>`now()`,
      mfa_pending_secret: null,
      mfa_last_step: step,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', memberId)
    .execute()
}

export async function writeDisabled(trx: Db, memberId: number): Promise<void> {
  await trx
    .updateTable('members')
    .set({ mfa_secret: null, mfa_enabled_at: null, mfa_pending_secret: null, updated_at: sql<Date>`now()` })
    .where('id', '=', memberId)
    .execute()
}
