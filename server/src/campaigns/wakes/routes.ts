import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import type { QuestionQueue } from '../../sims/fleet-index/question-queue.ts'
import { askerOf } from '../../sims/list/asker.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { storedDryRun } from '../dry-run/sims.ts'
import { countWakeable, selectSending } from './queries.ts'

const gatewayStates = { noGateway: 'none', gatewayPaused: 'paused' } as const

/** The number of SIMs that a campaign can wake. */
export function wakesRoutes({ db, turns }: { db: Db; turns: QuestionQueue }): Handlers<'getDryRunWakes'> {
  return {
    async getDryRunWakes(call) {
      const { id } = call.params
      await storedDryRun(db, id)
      const count = () => inTime(db, timeLimits.selection, (trx) => countWakeable(trx, id))
      const [{ eligible, keyed, wakeable }, { obstacle }] = await Promise.all([turns.run(askerOf(call), count), selectSending(db)])
      return {
        eligible,
        wakeable,
        noKeys: eligible - keyed,
        noNumber: keyed - wakeable,
        gateway: obstacle === null ? 'ready' : gatewayStates[obstacle],
      }
    },
  }
}
