import { ApiError } from '@simdeck/contract/errors.ts'
import { changesBetween } from '../../platform/audit/subjects.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { simsByIds } from '../sims.ts'
import { lockTaggedSim } from './queries.ts'
import { changeTags, keepTags, labelsByKey } from './tags.ts'

export function tagRoutes({ db, publish }: { db: Db; publish: Publish }): Handlers<'listSimTags' | 'changeSimTags'> {
  return {
    listSimTags: async () => [...(await labelsByKey(db)).values()],

    async changeSimTags({ params: { id }, body, audit }) {
      if (body.add.length + body.remove.length === 0) throw new ApiError('emptyParameters')
      await db.transaction().execute(async (trx) => {
        if (!(await keepTags(trx, body.add))) throw new ApiError('tagLimit')
        const before = await lockTaggedSim(trx, id)
        if (!before) throw new ApiError('simNotFound')
        if ((await changeTags(trx, [id], body)).length > 0) throw new ApiError('simTagLimit')
        const after = await lockTaggedSim(trx, id)
        const changes = changesBetween({ tags: before.labels.join(', ') }, { tags: after?.labels.join(', ') })
        await audit(trx, undefined, { name: before.device_alias ?? before.iccid, changes })
      })
      publish({ sims: [id] })
      const [sim] = await simsByIds(db, [id])
      if (!sim) throw new ApiError('simNotFound')
      return sim
    },
  }
}
