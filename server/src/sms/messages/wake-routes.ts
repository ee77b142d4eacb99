import { ApiError } from '@simdeck/contract/errors.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { sealKeySet } from '../../key-sets/sms-key-sets.ts'
import { deleteKeySet, isScriptOpen, lockSim, queueWakes, selectKeySet, selectSim, writeKeySet } from './queries.ts'
import { foundSim, namedSim, obstacleOf, simSmsOf } from './sim-sms.ts'

type Calls = 'getSimSms' | 'putSimSmsKeys' | 'deleteSimSmsKeys' | 'wakeSim'
type Dependencies = { db: Db; sealer: Sealer; publish: Publish }

const field = 'SCP80'

/** Handles the SCP80 key set of a SIM, and its wake-ups. */
export function wakeRoutes({ db, sealer, publish }: Dependencies): Handlers<Calls> {
  return {
    getSimSms: async ({ params: { id } }) => simSmsOf(db, foundSim(await selectSim(db, id))),

    async putSimSmsKeys({ params: { id }, body: { key_set: number, algorithm, tar, kic, kid, counter = 0 }, audit }) {
      const sim = await db.transaction().execute(async (trx) => {
        const locked = foundSim(await lockSim(trx, id))
        const before = await selectKeySet(trx, id)
        const keys = { number, algorithm, tar: fromHex(tar), kic: fromHex(kic), kid: fromHex(kid) }
        await writeKeySet(trx, id, sealKeySet(sealer, locked.iccid, keys), counter)
        await audit(trx, undefined, { name: namedSim(locked), changes: [{ field, before: before ? '***' : null, after: '***' }] })
        return locked
      })
      publish({ sims: [id] })
      return simSmsOf(db, sim)
    },

    async deleteSimSmsKeys({ params: { id }, audit }) {
      const sim = await db.transaction().execute(async (trx) => {
        const locked = foundSim(await lockSim(trx, id))
        const changes = (await deleteKeySet(trx, id)) ? [{ field, before: '***', after: null }] : []
        await audit(trx, undefined, { name: namedSim(locked), changes })
        return locked
      })
      publish({ sims: [id] })
      return simSmsOf(db, sim)
    },

    async wakeSim({ params: { id }, audit }) {
      const sim = await db.transaction().execute(async (trx) => {
        const locked = foundSim(await lockSim(trx, id))
        if ((await obstacleOf(trx, locked)) !== null) throw new ApiError('simNotWakeable')
        if (await isScriptOpen(trx, id)) throw new ApiError('smsUnderWay')
        await queueWakes(trx, [id])
        await audit(trx, undefined, { subjects: [`sim:${id}`], name: namedSim(locked), changes: [] })
        return locked
      })
      publish({ sims: [id] })
      return simSmsOf(db, sim)
    },
  }
}
