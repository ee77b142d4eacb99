import { ApiError } from '@simdeck/contract/errors.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { systemSettings } from '../../settings/settings.ts'
import { isScriptOpen, lockSim, queueScript } from './queries.ts'
import { compactFileScript } from './script.ts'
import { foundSim, namedSim, obstacleOf, simSmsOf } from './sim-sms.ts'

/** True if a campaign of one SIM needs the approval of a second person. */
async function needsApproval(db: Db): Promise<boolean> {
  const [setting] = await systemSettings(db, ['system_ota_approval_threshold'])
  return Number(setting?.value) === 1
}

/** Handles scripts that one message carries to a SIM. */
export function scriptRoutes({ db, publish }: { db: Db; publish: Publish }): Handlers<'sendSimScript'> {
  return {
    async sendSimScript({ params: { id }, body: { tar, script: lines }, audit, language }) {
      const script = compactFileScript(lines, language)
      const sim = await db.transaction().execute(async (trx) => {
        const locked = foundSim(await lockSim(trx, id))
        if (await needsApproval(trx)) throw new ApiError('scriptNeedsApproval')
        if ((await obstacleOf(trx, locked)) !== null) throw new ApiError('simNotWakeable')
        if ((await isScriptOpen(trx, id)) || !(await queueScript(trx, id, { tar: fromHex(tar), script }))) throw new ApiError('smsUnderWay')
        const after = `${tar.toUpperCase()}: ${lines.join(' ')}`
        await audit(trx, undefined, { subjects: [`sim:${id}`], name: namedSim(locked), changes: [{ field: 'SCP80', before: null, after }] })
        return locked
      })
      publish({ sims: [id] })
      return simSmsOf(db, sim)
    },
  }
}
