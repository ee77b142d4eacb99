import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

const before = (interval: string) => sql<Date>`now() - ${interval}::interval`

export async function deleteOldAttempts(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('at', '<', before('1 day')).execute()
  await db.deleteFrom('sign_in_locks').where('until', '<', before('0')).execute()
}

export async function deleteExpired(db: Db): Promise<void> {
  await db.deleteFrom('ws_tickets').where('expires_at', '<', before('0')).execute()
  await db.deleteFrom('challenges').where('expires_at', '<', before('0')).execute()
  await db.deleteFrom('reset_codes').where('expires_at', '<', before('0')).execute()
}

export async function deleteOldRecords(db: Db): Promise<void> {
  await db.deleteFrom('sign_ins').where('created_at', '<', before('31 days')).execute()
  await db.deleteFrom('sign_in_history').where('at', '<', before('90 days')).execute()
  await db.deleteFrom('password_changes').where('at', '<', before('2 days')).execute()
}

/** Deletes unconfirmed sign-ups a week after their last link expired; a link is valid for a day. */
export async function deleteLapsedSignUps(db: Db): Promise<void> {
  await db
    .deleteFrom('members')
    .where('self_signed_up', '=', true)
    .where('account_status', '=', 'in_confirm')
    .where('updated_at', '<', before('8 days'))
    .execute()
}
