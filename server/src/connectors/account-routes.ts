import { ApiError } from '@simdeck/contract/errors.ts'
import type { ConnectorAccount } from '@simdeck/contract/connectors.ts'
import { changesBetween } from '../platform/audit/subjects.ts'
import { isUniqueViolation } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import {
  type AccountRow,
  countWaiting,
  deleteAccount,
  insertAccount,
  lockAccount,
  selectAccount,
  selectAccounts,
  writeAccount,
} from './accounts-queries.ts'
import { type Dependencies, keyContext, testConnection } from './connector.ts'

type Calls = 'listConnectors' | 'createConnector' | 'updateConnector' | 'deleteConnector' | 'testConnector'

const subjects = ['setting:connectors'] as const

/** Handles the accounts at carriers. */
export function accountRoutes(dependencies: Dependencies): Handlers<Calls> {
  const { db, sealer } = dependencies
  const sealed = (id: number, apiKey: string): Buffer => sealer.seal(Buffer.from(apiKey), keyContext(id))

  async function shown(rows: readonly AccountRow[]): Promise<ConnectorAccount[]> {
    const waiting = await countWaiting(db)
    return rows.map((row) => shownAccount(row, waiting.get(row.platform) ?? 0))
  }

  async function one(id: number): Promise<AccountRow> {
    const row = await selectAccount(db, id)
    if (!row) throw new ApiError('connectorNotFound')
    return row
  }
  const shownOne = async (id: number): Promise<ConnectorAccount> => (await shown([await one(id)]))[0]!

  return {
    listConnectors: async () => shown(await selectAccounts(db)),

    async createConnector({ body: { apiKey, ...body }, audit }) {
      const id = await db.transaction().execute(async (trx) => {
        const made = await insertAccount(trx, { platform: body.platform, ...columnsOf(body) })
        if (made === null) throw new ApiError('connectorNameTaken')
        await writeAccount(trx, made, { api_key: sealed(made, apiKey) })
        await audit(trx, undefined, { subjects, name: body.name })
        return made
      })
      return shownOne(id)
    },

    async updateConnector({ params: { id }, body: { apiKey, ...body }, audit }) {
      await db
        .transaction()
        .execute(async (trx) => {
          const before = await lockAccount(trx, id)
          if (!before) throw new ApiError('connectorNotFound')
          const columns = columnsOf(body)
          const moves = columns.base_url !== before.base_url || columns.username !== before.username
          if (moves && apiKey === undefined) throw new ApiError('connectorKeyRequired')
          const reopened = { failures: 0, failure: null, closed_until: null, limited_at: null, next_call_at: new Date() }
          const elsewhere = moves ? { synced_to: null, sync_read: null, sync_started_at: null, recent_to: null } : {}
          await writeAccount(trx, id, {
            ...columns,
            ...reopened,
            ...elsewhere,
            ...(apiKey !== undefined && { api_key: sealed(id, apiKey) }),
          })
          const changes = [
            ...changesBetween(before, columns),
            ...(apiKey === undefined ? [] : [{ field: 'api_key', before: '***', after: '***' }]),
          ]
          await audit(trx, undefined, { subjects, name: body.name, changes })
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new ApiError('connectorNameTaken') : error
        })
      return shownOne(id)
    },

    async deleteConnector({ params: { id }, audit }) {
      await db.transaction().execute(async (trx) => {
        const before = await lockAccount(trx, id)
        if (!before) throw new ApiError('connectorNotFound')
        await deleteAccount(trx, id)
        await audit(trx, undefined, { subjects, name: before.name })
      })
    },

    testConnector: async ({ params: { id } }) => ({ failure: await testConnection(dependencies, await one(id)) }),
  }
}

const columnsOf = (body: { name: string; baseUrl: string; username: string; callsPerSecond: number }) => ({
  name: body.name,
  base_url: body.baseUrl,
  username: body.username,
  calls_per_second: body.callsPerSecond,
})

function shownAccount(row: AccountRow, waiting: number): ConnectorAccount {
  const closed = row.closed_until !== null && row.closed_until.getTime() > Date.now()
  return {
    id: row.id,
    platform: row.platform,
    name: row.name,
    baseUrl: row.base_url,
    username: row.username,
    callsPerSecond: row.calls_per_second,
    failure: row.failure,
    closedUntil: closed ? (row.closed_until?.toISOString() ?? null) : null,
    lastOkAt: row.last_ok_at?.toISOString() ?? null,
    syncedTo: row.synced_to?.toISOString() ?? null,
    waiting,
  }
}
