import { ApiError } from '@simdeck/contract/errors.ts'
import type { SimScp81 } from '@simdeck/contract/sim-scp81.ts'
import { formatAid } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { sealPsk } from '../key-sets/psk.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import { type Db, isUniqueViolation } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { deleteKey, selectKey, selectSim, writeKey } from './queries.ts'

type Dependencies = { db: Db; sealer: Sealer; publish: Publish }

const field = 'SCP81'

/** Handles the SCP81 identity of a SIM and its key, which no call returns. */
export function scp81Routes({ db, sealer, publish }: Dependencies): Handlers<'getSimScp81' | 'putSimScp81Key' | 'deleteSimScp81Key'> {
  async function simOf(on: Db, id: number, locks: boolean) {
    const sim = await selectSim(on, id, { locks })
    if (!sim) throw new ApiError('simNotFound')
    return { ...sim, name: sim.device_alias ?? sim.iccid }
  }

  return {
    async getSimScp81({ params: { id } }) {
      await simOf(db, id, false)
      return shown(db, id)
    },

    async putSimScp81Key({ params: { id }, body: { identity, key, files_aid: filesAid }, audit }) {
      const stored = db.transaction().execute(async (trx) => {
        const { iccid, name } = await simOf(trx, id, true)
        const before = await selectKey(trx, id)
        const files = filesAid === undefined ? null : Buffer.from(fromHex(filesAid))
        await writeKey(trx, { sim_id: id, identity, psk: sealPsk(sealer, iccid, fromHex(key)), files_aid: files })
        await audit(trx, undefined, { name, changes: [{ field, before: before?.identity ?? null, after: identity }] })
      })
      await stored.catch((error: unknown) => {
        throw isUniqueViolation(error) ? new ApiError('scp81IdentityTaken') : error
      })
      publish({ sims: [id] })
      return shown(db, id)
    },

    async deleteSimScp81Key({ params: { id }, audit }) {
      await db.transaction().execute(async (trx) => {
        const { name } = await simOf(trx, id, true)
        const before = await selectKey(trx, id)
        const changes = before && (await deleteKey(trx, id)) ? [{ field, before: before.identity, after: null }] : []
        await audit(trx, undefined, { name, changes })
      })
      publish({ sims: [id] })
      return shown(db, id)
    },
  }
}

async function shown(db: Db, id: number): Promise<SimScp81> {
  const row = await selectKey(db, id)
  if (!row) return { key: null }
  const { identity, files_aid: filesAid, changed_at: changedAt, seen_at: seenAt } = row
  return {
    key: {
      identity,
      files_aid: filesAid && formatAid(filesAid),
      changed_at: changedAt.toISOString(),
      seen_at: seenAt?.toISOString() ?? null,
    },
  }
}
