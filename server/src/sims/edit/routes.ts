import { ApiError } from '@simdeck/contract/errors.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { changesBetween } from '../../platform/audit/subjects.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { nameOfGroup, nameOfLockedGroup } from '../../groups/groups.ts'
import { type Handlers, signedIn } from '../../platform/http/handler.ts'
import { shareFleet, withinWait } from '../sql/fleet-lock.ts'
import { deleteFreeSims } from '../bulk/delete-sims.ts'
import { simsByIds } from '../sims.ts'
import { levelOctet } from '../levels.ts'
import { lockSim, insertSim, writeKeys, writeLevel, writeSim } from './queries.ts'
import { storedKeys } from './stored-keys.ts'

type Dependencies = { db: Db; sealer: Sealer; publish: Publish }

export function simEditRoutes({ db, sealer, publish }: Dependencies): Handlers<'createSim' | 'updateSim' | 'deleteSim'> {
  async function shown(id: number): Promise<Sim> {
    const [sim] = await simsByIds(db, [id])
    if (!sim) throw new ApiError('simNotFound')
    return sim
  }

  return {
    async createSim(call) {
      const { keys, scp03_level: level, ...sim } = call.body
      const { audit } = call
      if (level !== undefined && !keys) throw new ApiError('levelWithoutKeys')
      const status = sim.status ?? (sim.cm_platform === 'ntt' ? 'AVAILABLE' : 'INVENTORY')
      const id = await db.transaction().execute(async (trx) => {
        if (sim.group_id !== null) await nameOfLockedGroup(trx, sim.group_id)
        const made = await insertSim(trx, { ...sim, status })
        if (made === null) throw new ApiError('simExists')
        if (keys) await writeKeys(trx, made, storedKeys(sealer, sim.iccid, keys, level), signedIn(call).name)
        await audit(trx, undefined, { subjects: [`sim:${made}`], name: sim.device_alias ?? sim.iccid })
        return made
      })
      publish({ sims: [id], rereadSims: [id] })
      return shown(id)
    },

    async updateSim(call) {
      const { id } = call.params
      const { keys, scp03_level: level, ...change } = call.body
      const { audit } = call
      if (!keys && level === undefined && Object.keys(change).length === 0) throw new ApiError('emptyParameters')
      await db.transaction().execute(async (trx) => {
        const group = change.group_id ? await nameOfLockedGroup(trx, change.group_id) : null
        const sim = await lockSim(trx, id, 'forNoKeyUpdate')
        if (!sim) throw new ApiError('simNotFound')
        const { group_id: groupId, ...fields } = change
        const former = sim.group_id === null ? null : await nameOfGroup(trx, sim.group_id)
        await writeSim(trx, id, change)
        if (keys) await writeKeys(trx, id, storedKeys(sealer, sim.iccid, keys, level), signedIn(call).name)
        else if (level !== undefined && !(await writeLevel(trx, id, levelOctet(level)))) throw new ApiError('levelWithoutKeys')
        const changes = [
          ...changesBetween(sim, fields),
          ...(groupId === undefined ? [] : changesBetween({ group: former }, { group })),
          ...(keys ? [{ field: 'keys', before: sim.has_keys ? '***' : null, after: '***' }] : []),
          ...(level === undefined ? [] : [{ field: 'scp03_level', before: null, after: level }]),
        ]
        await audit(trx, undefined, { name: sim.device_alias ?? sim.iccid, changes })
      })
      publish({ sims: [id], rereadSims: keys || level !== undefined ? [id] : [] })
      return shown(id)
    },

    async deleteSim({ params: { id }, audit }) {
      await db.transaction().execute(async (trx) => {
        await withinWait(trx, shareFleet)
        const sim = await lockSim(trx, id, 'forUpdate')
        if (!sim) throw new ApiError('simNotFound')
        if ((await deleteFreeSims(trx, [id])).size > 0) throw new ApiError('simOtaOpen')
        await audit(trx, undefined, { name: sim.device_alias ?? sim.iccid })
      })
      publish({ rereadSims: [id] })
    },
  }
}
