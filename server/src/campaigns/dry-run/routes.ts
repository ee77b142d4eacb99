import { sortOf } from '@simdeck/contract/list.ts'
import { deriveKey } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { pageOf, windowOf } from '../../platform/http/paging.ts'
import type { QuestionQueue } from '../../sims/fleet-index/question-queue.ts'
import { askerOf } from '../../sims/list/asker.ts'
import { checkDryRunUrl, dryRunCsv, signedDryRunUrl } from './sims-csv.ts'
import { dryRunSims, storedDryRun } from './sims.ts'
import { totalsOf } from './totals.ts'

/** The effect of a dry run on each SIM. */
export function dryRunRoutes({
  db,
  masterKey,
  turns,
}: {
  db: Db
  masterKey: string
  turns: QuestionQueue
}): Handlers<'getDryRun' | 'listDryRunSims' | 'getDryRunCsvUrl' | 'downloadDryRunCsv'> {
  const signingKey = deriveKey(masterKey, 'signed urls')
  return {
    async getDryRun({ params }) {
      return totalsOf(await storedDryRun(db, params.id))
    },

    async listDryRunSims(call) {
      const { params, query } = call
      const { action, reason, wave, search } = query
      const page = { filter: { action, reason, wave }, search, sort: sortOf(query.sort), ...windowOf(query) }
      const read = () => dryRunSims(db, params.id, page)
      // Only a search reads every SIM.
      const { sims, total } = await (search ? turns.run(askerOf(call), read) : read())
      return pageOf(sims, query, total)
    },

    getDryRunCsvUrl: ({ params }) => signedDryRunUrl(db, signingKey, params.id, new Date()),

    async downloadDryRunCsv({ params, query }) {
      const now = new Date()
      checkDryRunUrl(signingKey, { id: params.id, ...query }, now)
      return { stream: await dryRunCsv(db, params.id), fileName: `ota-dry-run-${Math.floor(now.getTime() / 1000)}.csv` }
    },
  }
}
