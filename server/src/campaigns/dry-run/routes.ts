import { sortOf } from '@simdeck/contract/list.ts'
import { deriveKey } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { pageOf, windowOf } from '../../platform/http/paging.ts'
import { checkDryRunUrl, dryRunCsv, signedDryRunUrl } from './sims-csv.ts'
import { dryRunSims, storedDryRun } from './sims.ts'
import { totalsOf } from './totals.ts'

/** The effect of a dry run on each SIM. */
export function dryRunRoutes({
  db,
  masterKey,
}: {
  db: Db
  masterKey: string
}): Handlers<'getDryRun' | 'listDryRunSims' | 'getDryRunCsvUrl' | 'downloadDryRunCsv'> {
  const signingKey = deriveKey(masterKey, 'signed urls')
  return {
    async getDryRun({ params }) {
      return totalsOf(await storedDryRun(db, params.id))
    },

    async listDryRunSims({ params, query }) {
      const { action, reason, wave, search } = query
      const { sims, total } = await dryRunSims(db, params.id, {
        filter: { action, reason, wave },
        search,
        sort: sortOf(query.sort),
        ...windowOf(query),
      })
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
