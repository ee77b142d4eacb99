import { Readable } from 'node:stream'
import { basePaths, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { deriveKey } from '../../crypto/seal.ts'
import { checkSignedPath, signPath } from '../../crypto/signed-path.ts'
import type { OpenDatabase } from '../../db/database.ts'
import { type Handlers, signedIn } from '../../http/handler.ts'
import { checkPeriod } from '../../http/period.ts'
import { columnsOf, copyExport, deleteOldExports, insertExport, selectExport, selectionExists } from './queries.ts'

/** Exports that one node sends at a time: each holds a connection to the database. */
const exportsAtOnce = 6

const pathOf = (id: number) => basePaths.main + fillPath(endpoints.downloadSimExport.path, { id })
const fileNameOf = (createdAt: Date) => `sims-${Math.floor(createdAt.getTime() / 1000)}.csv`

export function exportRoutes(parts: { database: OpenDatabase; masterKey: string }): Handlers<'createSimExport' | 'downloadSimExport'> {
  const { database } = parts
  const signingKey = deriveKey(parts.masterKey, 'signed urls')
  let sending = 0

  /** The header at once, then the lines as the database finds them. */
  async function* linesOf(params: Parameters<typeof copyExport>[1]): AsyncIterable<Buffer> {
    sending++
    try {
      yield Buffer.from(`${params.bom ? '\uFEFF' : ''}${columnsOf(params).join(',')}\n`)
      yield* await copyExport(database, params)
    } finally {
      sending--
    }
  }

  return {
    async createSimExport(call) {
      const { body } = call
      for (const period of ['modified', 'last_poll'] as const) if (body.filter) checkPeriod(period, body.filter, call.language)
      const made = await database.db.transaction().execute(async (trx) => {
        if (body.selectionId !== undefined && !(await selectionExists(trx, body.selectionId))) throw new ApiError('selectionNotFound')
        await deleteOldExports(trx)
        const row = await insertExport(trx, body, signedIn(call).memberId)
        await call.audit(trx)
        return row
      })
      return { ...signPath(signingKey, pathOf(made.id), new Date()), fileName: fileNameOf(made.created_at) }
    },

    async downloadSimExport({ params, query }) {
      checkSignedPath(signingKey, pathOf(params.id), query, new Date())
      const found = await selectExport(database.db, params.id)
      if (!found) throw new ApiError('linkExpired')
      if (sending >= exportsAtOnce) throw new ApiError('tooManyRequests')
      return { stream: Readable.from(linesOf(found.params), { objectMode: false }), fileName: fileNameOf(found.created_at) }
    },
  }
}
