import { ApiError } from '@simdeck/contract/errors.ts'
import type { SimSms, SmsMessage } from '@simdeck/contract/sim-sms.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { selectGateway } from '../queries.ts'
import { sealKeySet } from '../../key-sets/sms-key-sets.ts'
import {
  deleteKeySet,
  lockSim,
  queueWakes,
  selectKeySet,
  selectMessages,
  selectSim,
  type SmsSim,
  wakesAgent,
  writeKeySet,
} from './queries.ts'

type Calls = 'getSimSms' | 'putSimSmsKeys' | 'deleteSimSmsKeys' | 'wakeSim'
type Dependencies = { db: Db; sealer: Sealer; publish: Publish }

const field = 'SCP80'
const named = ({ device_alias: alias, iccid }: SmsSim): string => alias ?? iccid

/** Handles the SCP80 key set of a SIM, and its wake-ups. */
export function wakeRoutes({ db, sealer, publish }: Dependencies): Handlers<Calls> {
  const found = (sim: SmsSim | undefined): SmsSim => {
    if (!sim) throw new ApiError('simNotFound')
    return sim
  }

  return {
    getSimSms: async ({ params: { id } }) => shown(db, found(await selectSim(db, id))),

    async putSimSmsKeys({ params: { id }, body: { key_set: number, algorithm, tar, kic, kid, counter = 0 }, audit }) {
      const sim = await db.transaction().execute(async (trx) => {
        const locked = found(await lockSim(trx, id))
        const before = await selectKeySet(trx, id)
        const keys = { number, algorithm, tar: fromHex(tar), kic: fromHex(kic), kid: fromHex(kid) }
        await writeKeySet(trx, id, sealKeySet(sealer, locked.iccid, keys), counter)
        await audit(trx, undefined, { name: named(locked), changes: [{ field, before: before ? '***' : null, after: '***' }] })
        return locked
      })
      publish({ sims: [id] })
      return shown(db, sim)
    },

    async deleteSimSmsKeys({ params: { id }, audit }) {
      const sim = await db.transaction().execute(async (trx) => {
        const locked = found(await lockSim(trx, id))
        const changes = (await deleteKeySet(trx, id)) ? [{ field, before: '***', after: null }] : []
        await audit(trx, undefined, { name: named(locked), changes })
        return locked
      })
      publish({ sims: [id] })
      return shown(db, sim)
    },

    async wakeSim({ params: { id }, audit }) {
      const sim = await db.transaction().execute(async (trx) => {
        const locked = found(await lockSim(trx, id))
        if ((await obstacleOf(trx, locked)) !== null) throw new ApiError('simNotWakeable')
        await queueWakes(trx, [id])
        await audit(trx, undefined, { subjects: [`sim:${id}`], name: named(locked), changes: [] })
        return locked
      })
      publish({ sims: [id] })
      return shown(db, sim)
    },
  }
}

async function obstacleOf(db: Db, sim: SmsSim): Promise<SimSms['obstacle']> {
  if (!(await selectKeySet(db, sim.id))) return 'noKeys'
  if (sim.msisdn === null) return 'noNumber'
  const gateway = await selectGateway(db)
  if (!gateway) return 'noGateway'
  return gateway.is_paused ? 'paused' : null
}

async function shown(db: Db, sim: SmsSim): Promise<SimSms> {
  const keys = await selectKeySet(db, sim.id)
  const messages = await selectMessages(db, sim.id)
  return {
    keys: keys ? { ...keys, tar: toHex(keys.tar).toUpperCase(), changed_at: keys.changed_at.toISOString() } : null,
    wakes: (await wakesAgent(db, sim.id)) ? 'agent' : 'poller',
    obstacle: await obstacleOf(db, sim),
    messages: messages.map(shownMessage),
  }
}

type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

function shownMessage({ proof_status: status, proof_is_authentic: isAuthentic, proof_at: at, ...row }: MessageRow): SmsMessage {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    polled_at: row.polled_at?.toISOString() ?? null,
    proof: status === null || at === null ? null : { status, is_authentic: isAuthentic === true, at: at.toISOString() },
  }
}
