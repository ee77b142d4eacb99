import type { ApiCredential } from '@simdeck/contract/api-credentials.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { newSecret } from '../auth/tokens.ts'
import type { Db } from '../platform/db/database.ts'
import { type Handlers, memberOf } from '../platform/http/handler.ts'
import { newClientId } from './client-id.ts'
import * as queries from './queries.ts'

type Calls = 'listApiCredentials' | 'createApiCredential' | 'deleteApiCredential'

export function apiIdRoutes({ db }: { db: Db }): Handlers<Calls> {
  return {
    async listApiCredentials() {
      return (await queries.selectCredentials(db)).map(shape)
    },

    async createApiCredential(call) {
      const { secret, hash } = newSecret()
      const credential = { name: call.body.name, roleId: call.body.role_id, clientId: newClientId(), secretHash: hash }
      const row = await db.transaction().execute(async (trx) => {
        const made = await queries.insertCredential(trx, { ...credential, createdBy: memberOf(call).memberId })
        if (!made) throw new ApiError('apiCredentialLimit')
        await call.audit(trx, undefined, { subjects: [`apiId:${made.id}`], name: made.name })
        return made
      })
      return { ...shape(row), client_secret: secret }
    },

    async deleteApiCredential(call) {
      await db.transaction().execute(async (trx) => {
        if (!(await queries.deleteCredential(trx, call.params.id))) throw new ApiError('apiCredentialNotFound')
        await call.audit(trx)
      })
    },
  }
}

const shape = (row: queries.CredentialRow): ApiCredential => ({
  ...row,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
