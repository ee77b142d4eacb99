import type { Db } from '../platform/db/database.ts'
import type { ApiCaller } from '../platform/http/handler.ts'
import { noteUse, selectHolder } from './queries.ts'

/** The program with that API ID; null if the API ID was deleted. Records the time of use, at most once a minute. */
export async function findApiCaller(db: Db, credentialId: number): Promise<ApiCaller | null> {
  const holder = await selectHolder(db, credentialId)
  if (!holder) return null
  if (holder.unnoted) await noteUse(db, holder.id)
  return {
    kind: 'apiId',
    memberId: null,
    credentialId: holder.id,
    name: holder.name,
    roleId: holder.role_id,
    permissions: new Set(holder.permissions),
  }
}
