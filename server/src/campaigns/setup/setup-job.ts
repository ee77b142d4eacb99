import { ApiError } from '@simdeck/contract/errors.ts'
import { setupProblems, type SetupProblem } from '@simdeck/contract/ota.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { setupQueue } from '../set-up-later.ts'
import { abandonSetup, lockInSetup, selectSetup } from './queries.ts'
import { OverBeforeStart, setUp } from './set-up.ts'

const firstRetryMs = 500
const lastRetryMs = 30_000

/**
 * Sets up large campaigns. If a node dies, nothing of its attempt is stored, and another node begins again. A campaign whose SIMs differ from
 * the confirmed ones does not start, and keeps the problem.
 */
export function campaignSetups({ db, publish }: { db: Db; publish: Publish }): Queue {
  return {
    name: setupQueue,
    title: { ja: '大きな配信の準備', en: 'Set-up of large campaigns' },
    atOnce: 1,
    retryMs: (attempt) => Math.min(firstRetryMs * 2 ** (attempt - 1), lastRetryMs),
    async run({ key, signal }) {
      const request = await selectSetup(db, key)
      if (!request) return
      try {
        await setUp({ db, publish }, { id: key, request, signal })
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof OverBeforeStart)) throw error
        await db.transaction().execute(async (trx) => {
          const isOver = await lockInSetup(trx, key)
          await abandonSetup(trx, key, isOver || !(error instanceof ApiError) ? null : problemOf(error))
        })
      }
      publish({ rereadSims: 'all', campaigns: [key] })
    },
  }
}

const problemOf = ({ code }: ApiError): SetupProblem => setupProblems.find((problem) => problem === code) ?? 'notPossible'
