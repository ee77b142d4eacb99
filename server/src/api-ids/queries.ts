import { sql } from 'kysely'
import { apiCredentialLimit } from '@simdeck/contract/api-credentials.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { Db } from '../platform/db/database.ts'

const shown = (db: Db) =>
  db
    .selectFrom('api_credentials')
    .innerJoin('roles', 'roles.id', 'api_credentials.role_id')
    .leftJoin('members', 'members.id', 'api_credentials.created_by')
    .select(['api_credentials.id', 'api_credentials.name', 'client_id', 'api_credentials.role_id', 'roles.name as role'])
    .select(['api_credentials.created_at', 'members.email as created_by', 'last_used_at'])

export type CredentialRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

export async function selectCredentials(db: Db): Promise<CredentialRow[]> {
  return shown(db).orderBy('api_credentials.created_at', 'desc').orderBy('api_credentials.id', 'desc').execute()
}

/**
 * Inserts an API ID; null if the maximum is reached. Simultaneous requests run one after the other, so that they do not exceed the
 * maximum.
 */
export async function insertCredential(
  trx: Db,
  credential: { name: string; clientId: string; secretHash: Buffer; roleId: number; createdBy: number },
): Promise<CredentialRow | null> {
  await sql`select pg_advisory_xact_lock(hashtext('api_credentials'))`.execute(trx)
  const { total } = await trx
    .selectFrom('api_credentials')
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total >= apiCredentialLimit) return null
  const { id } = await trx
    .insertInto('api_credentials')
    .values({
      name: credential.name,
      client_id: credential.clientId,
      secret_hash: credential.secretHash,
      role_id: credential.roleId,
      created_by: credential.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return shown(trx).where('api_credentials.id', '=', id).executeTakeFirstOrThrow()
}

export async function deleteCredential(trx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('api_credentials').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function secretOf(db: Db, clientId: string): Promise<{ id: number; secret_hash: Buffer } | undefined> {
  return db.selectFrom('api_credentials').select(['id', 'secret_hash']).where('client_id', '=', clientId).executeTakeFirst()
}

/** `useUnrecorded`: no use was recorded within the last minute. */
export type CredentialCaller = { id: number; name: string; role_id: number; permissions: Permission[] | null; useUnrecorded: boolean }

const useUnrecorded = sql<boolean>`(last_used_at is null or last_used_at < now() - interval '1 minute')`

export async function selectCredential(db: Db, id: number): Promise<CredentialCaller | undefined> {
  return db
    .selectFrom('api_credentials')
    .select(['id', 'name', 'role_id', useUnrecorded.as('useUnrecorded')])
    .select((of) =>
      of
        .selectFrom('role_permissions')
        .whereRef('role_permissions.role_id', '=', 'api_credentials.role_id')
        .select(sql<Permission[]>`coalesce(array_agg(permission), '{}')`.as('permissions'))
        .as('permissions'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Records the time of use; only one of simultaneous requests writes it. */
export async function recordUse(db: Db, id: number): Promise<void> {
  await db
    .updateTable('api_credentials')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(useUnrecorded)
    .execute()
}
