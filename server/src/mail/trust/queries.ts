import { type Selectable, sql } from 'kysely'
import { roleIds } from '@simdeck/contract/permissions.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema.ts'

export type MailServerRow = Omit<Selectable<Database['mail_settings']>, 'updated_at'>
export type MailServerValues = Omit<MailServerRow, 'id' | 'password'>
export type CodeTextName = Database['mail_words']['name']
export type MailChangeWhat = Database['mail_changes']['what']

const servers = (db: Db) =>
  db
    .selectFrom('mail_settings')
    .select(['id', 'host', 'port', 'security', 'username', 'password', 'from_address', 'from_name', 'trusted_by', 'removed'])

/**
 * The newest mail server that a role at least as high as `role` set or confirmed. `removed`: the row stands for the removal of the server.
 */
export async function selectServer(db: Db, role: number): Promise<MailServerRow | undefined> {
  return servers(db).where('trusted_by', '<=', role).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export async function selectServerById(db: Db, id: number): Promise<MailServerRow | undefined> {
  return servers(db).where('id', '=', id).executeTakeFirst()
}

/** Locks the mail settings until the transaction ends, so that simultaneous changes run one after the other. */
export async function lockMail(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('mail_settings'))`.execute(trx)
}

/** Inserts a server and returns its id. The password is encrypted with that id and written afterwards. */
export async function insertServer(trx: Db, values: MailServerValues): Promise<number> {
  const { id } = await trx.insertInto('mail_settings').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function writePassword(trx: Db, id: number, password: Buffer | null): Promise<void> {
  await trx.updateTable('mail_settings').set({ password }).where('id', '=', id).execute()
}

export async function writeServerTrust(trx: Db, id: number, role: number): Promise<void> {
  await trx.updateTable('mail_settings').set({ trusted_by: role }).where('id', '=', id).execute()
}

/** Deletes servers, with their passwords, that no mail uses any more. */
export async function deleteUnusedServers(db: Db): Promise<void> {
  await sql`delete from mail_settings s
    where exists (select 1 from mail_settings newer where newer.id > s.id and newer.trusted_by <= s.trusted_by)
    and not exists (select 1 from mails where mails.server_id = s.id and mails.state = 'queued')`.execute(db)
}

export async function roleOf(db: Db, memberId: number): Promise<number | undefined> {
  return (await db.selectFrom('members').select('role_id').where('id', '=', memberId).executeTakeFirst())?.role_id
}

export type CodeTextRow = { id: number; words: string; trusted_by: number }

/** The newest texts that a role at least as high as `role` set or confirmed. */
export async function selectTexts(db: Db, name: CodeTextName, role: number): Promise<CodeTextRow | undefined> {
  return db
    .selectFrom('mail_words')
    .select(['id', 'words', 'trusted_by'])
    .where('name', '=', name)
    .where('trusted_by', '<=', role)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Replaces the texts that this role or a lower one had set. */
export async function replaceTexts(trx: Db, name: CodeTextName, role: number, words: string): Promise<void> {
  await trx.deleteFrom('mail_words').where('name', '=', name).where('trusted_by', '>=', role).execute()
  await trx.insertInto('mail_words').values({ name, trusted_by: role, words }).execute()
}

export async function insertChange(
  trx: Db,
  change: { what: MailChangeWhat; member_id: number; changed_by: string; role_id: number },
): Promise<void> {
  await trx.insertInto('mail_changes').values(change).execute()
}

/** True if the member changed the server or the same template within the last ten minutes. */
export async function changedLately(db: Db, what: MailChangeWhat, memberId: number): Promise<boolean> {
  const row = await db
    .selectFrom('mail_changes')
    .select('id')
    .where('what', '=', what)
    .where('member_id', '=', memberId)
    .where('at', '>', sql<Date>`now() - interval '10 minutes'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type ChangeRow = Selectable<Database['mail_changes']>

/** Of the server and of each template, the newest change by another member that this member has not seen. */
export async function selectUnseen(db: Db, memberId: number): Promise<ChangeRow[]> {
  return db
    .selectFrom('mail_changes')
    .innerJoin('members as reader', (join) => join.on('reader.id', '=', memberId))
    .selectAll('mail_changes')
    .distinctOn('what')
    .whereRef('mail_changes.id', '>', 'reader.mail_changes_seen')
    .whereRef('mail_changes.at', '>', 'reader.created_at')
    .where('mail_changes.member_id', 'is distinct from', memberId)
    .orderBy('what')
    .orderBy('mail_changes.id', 'desc')
    .execute()
}

export async function writeSeen(trx: Db, memberId: number, upTo: number): Promise<void> {
  await trx
    .updateTable('members')
    .set({ mail_changes_seen: sql<number>`greatest(mail_changes_seen, least(${upTo}, (select max(id) from mail_changes)))` })
    .where('id', '=', memberId)
    .execute()
}

/** Deletes changes that are a year old. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await db
    .deleteFrom('mail_changes')
    .where('at', '<', sql<Date>`now() - interval '1 year'`)
    .execute()
}

export async function selectRoots(db: Db): Promise<{ id: number; email: string; name: string }[]> {
  return db
    .selectFrom('members')
    .select(['id', 'email', 'name'])
    .where('role_id', '=', roleIds.ROOT)
    .where('account_status', '=', 'active')
    .orderBy('id')
    .execute()
}
