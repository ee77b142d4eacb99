import { ApiError } from '@simdeck/contract/errors.ts'
import { setupProblems, type SetupProblem } from '@simdeck/contract/ota.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { announceState } from '../announce.ts'
import { notifyOfCampaign } from '../campaign-notifications.ts'
import { setupQueue } from '../set-up-later.ts'
import { abandonSetup, lockInSetup, noteUnwritten, selectSetup } from './queries.ts'
import { OverBeforeStart, setUp } from './set-up.ts'

const firstRetryMs = 500
const lastRetryMs = 30_000

/**
 * Sets up large campaigns. If a node dies, another node continues with the SIMs that are listed and have no OTA yet. A campaign whose SIMs
 * differ from the confirmed ones does not start, and keeps the problem.
 */
export function campaignSetups({ db }: { db: Db }): Queue {
  return {
    name: setupQueue,
    title: { ja: '大きな配信の準備', en: 'Set-up of large campaigns' },
    atOnce: 1,
    retryMs: (attempt) => Math.min(firstRetryMs * 2 ** (attempt - 1), lastRetryMs),
    async run({ key, signal }) {
      try {
        await setUp(db, key, signal)
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof OverBeforeStart)) throw error
        await db.transaction().execute(async (trx) => {
          const isOver = await lockInSetup(trx, key)
          const setup = await selectSetup(trx, key)
          if (!setup) return
          // Another node has listed the SIMs in between: the next attempt continues with them.
          if (setup.isListed) throw error
          const problem = isOver || !(error instanceof ApiError) ? null : problemOf(error)
          if (problem === null) await noteUnwritten(trx, key)
          await abandonSetup(trx, key, problem)
          await announceState(trx, key)
          if (problem) await notifyOfCampaign(trx, key, { kind: 'campaignNotStarted', problem })
        })
      }
    },
  }
}

type ProblemOfError = Exclude<SetupProblem, 'stoppedInSetup'>

const problemOf = ({ code }: ApiError): ProblemOfError =>
  setupProblems.find((problem): problem is ProblemOfError => problem === code) ?? 'notPossible'
