import { ApiError } from '@simdeck/contract/errors.ts'
import { changesBetween } from '../platform/audit/subjects.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { keySetsOf } from './key-sets.ts'
import { lockKeys, selectRotation, writeSecurityDomain } from './queries.ts'

type Dependencies = { db: Db; sealer: Sealer; publish: Publish }

/** Handles the calls about the security domain of a SIM and its key sets. */
export function keySetRoutes({ db, sealer, publish }: Dependencies): Handlers<'getSecurityDomain' | 'updateSecurityDomain'> {
  async function shown(id: number) {
    const found = await keySetsOf(db, sealer, id)
    if (found === undefined) throw new ApiError('simNotFound')
    return found
  }
  return {
    getSecurityDomain: ({ params: { id } }) => shown(id),

    async updateSecurityDomain({ params: { id }, body: { aid: given }, audit }) {
      if (given === undefined) throw new ApiError('emptyParameters')
      const aid = given.toUpperCase()
      await db.transaction().execute(async (trx) => {
        const sim = await lockKeys(trx, id)
        if (!sim) throw new ApiError('simNotFound')
        if (sim.aid === null) throw new ApiError('simWithoutKeys')
        if (sim.aid !== aid && (await selectRotation(trx, id))) throw new ApiError('keysUnproven')
        await writeSecurityDomain(trx, id, aid)
        await audit(trx, undefined, {
          subjects: [`sim:${id}`],
          name: sim.name,
          changes: changesBetween({ sd_aid: sim.aid }, { sd_aid: aid }),
        })
      })
      publish({ sims: [id], rereadSims: [id] })
      const found = await shown(id)
      if (!found) throw new ApiError('simWithoutKeys')
      return found
    },
  }
}
