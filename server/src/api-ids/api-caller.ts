import type { Db } from '../platform/db/database.ts'
import type { ApiCaller } from '../platform/http/handler.ts'
import { recordUse, selectCredential } from './queries.ts'

/** The program with that API ID; null if the API ID was deleted. Records the time of use, at most once a minute. */
export async function findApiCaller(db: Db, credentialId: number): Promise<ApiCaller | null> {
  const credential = await selectCredential(db, credentialId)
  if (!credential) return null
  if (credential.useUnrecorded) await recordUse(db, credential.id)
  return {
    kind: 'apiId',
    memberId: null,
    credentialId: credential.id,
    name: credential.name,
    roleId: credential.role_id,
    permissions: new Set(credential.permissions),
  }
}
