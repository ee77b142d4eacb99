import { Readable } from 'node:stream'
import { basePaths, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { xlsxType } from '@simdeck/contract/sim-exports.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { deriveKey } from '../../platform/crypto/seal.ts'
import { checkSignedPath, signPath } from '../../platform/crypto/signed-path.ts'
import { type CopiedRow, copiedRows } from '../../platform/db/copied-rows.ts'
import type { OpenDatabase } from '../../platform/db/database.ts'
import type { StoredExport } from '../tables.ts'
import { type Handlers, signedIn } from '../../platform/http/handler.ts'
import { checkPeriods } from '../check-periods.ts'
import { columnsOf, copyExport, deleteOldExports, insertExport, selectExport, selectionExists } from './queries.ts'
import { fileNameOf, spreadsheetOf } from './spreadsheet.ts'

/** Exports that one node sends at a time: each holds a connection to the database. */
const exportsAtOnce = 6

const pathOf = (id: number) => basePaths.main + fillPath(endpoints.downloadSimExport.path, { id })

export function exportRoutes(dependencies: {
  database: OpenDatabase
  masterKey: string
}): Handlers<'createSimExport' | 'downloadSimExport'> {
  const { database } = dependencies
  const signingKey = deriveKey(dependencies.masterKey, 'signed urls')
  let sending = 0

  /** Sends the header at once, then the lines as the database returns them. */
  async function* linesOf(params: StoredExport): AsyncGenerator<Buffer> {
    yield Buffer.from(`${params.bom ? '\uFEFF' : ''}${columnsOf(params).join(',')}\n`)
    yield* await copyExport(database, params)
  }

  async function* rowsOf(params: StoredExport): AsyncGenerator<CopiedRow[], void> {
    yield* copiedRows(await copyExport(database, params))
  }

  /** Counts an export from its request on, not from its first octet, because others are requested in between. */
  function counted(stream: Readable): Readable {
    sending++
    return stream.once('close', () => sending--)
  }

  return {
    async createSimExport(call) {
      const { body } = call
      const params = { ...body, language: call.language }
      if (body.filter) checkPeriods(body.filter, call.language)
      const made = await database.db.transaction().execute(async (trx) => {
        if (body.selectionId !== undefined && !(await selectionExists(trx, body.selectionId))) throw new ApiError('selectionNotFound')
        await deleteOldExports(trx)
        const row = await insertExport(trx, params, signedIn(call).memberId)
        await call.audit(trx)
        return row
      })
      return { ...signPath(signingKey, pathOf(made.id), new Date()), fileName: fileNameOf(params, made.created_at) }
    },

    async downloadSimExport({ params, query }) {
      checkSignedPath(signingKey, pathOf(params.id), query, new Date())
      const found = await selectExport(database.db, params.id)
      if (!found) throw new ApiError('linkExpired')
      if (sending >= exportsAtOnce) throw new ApiError('tooManyRequests')
      const { params: stored } = found
      const fileName = fileNameOf(stored, found.created_at)
      if (stored.format === 'xlsx') return { stream: counted(spreadsheetOf(stored, rowsOf(stored))), fileName, type: xlsxType }
      return { stream: counted(Readable.from(linesOf(stored), { objectMode: false })), fileName }
    },
  }
}
