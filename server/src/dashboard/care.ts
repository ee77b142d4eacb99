import type { AttentionItem, AttentionKey } from '@simdeck/contract/dashboard.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Handlers, memberOf } from '../platform/http/handler.ts'
import { type CareRow, endCare, selectCare, takeCare } from './care-queries.ts'
import { dashboardChanged } from './topics.ts'

type Care = NonNullable<AttentionItem['care']>

export const careShape = ({ member_id: id, name, until }: Omit<CareRow, 'item'>, memberId: number | null): Care => ({
  memberId: id,
  name,
  until: until.toISOString(),
  own: id === memberId,
})

const named = (name: string) => ({ ja: name, en: name })

type Options = {
  db: Db
  publish: Publish
  /** True if the item needs attention now and the caller may read it. */
  isOpen: (key: AttentionKey, call: { caller: ReturnType<typeof memberOf> }) => Promise<boolean>
}

/** Members take care of items for an hour, so that two of them do not do the same work. */
export function careRoutes({ db, publish, isOpen }: Options): Handlers<'claimAttention' | 'releaseAttention'> {
  return {
    async claimAttention(call) {
      const caller = memberOf(call)
      const { key } = call.params
      if (!(await isOpen(key, { caller }))) throw new ApiError('attentionSettled')
      const until = await db.transaction().execute(async (trx) => {
        const before = await selectCare(trx, key)
        const taken = await takeCare(trx, key, caller.memberId)
        if (!taken) throw new ApiError('attentionTaken', { detail: named(before?.name ?? '') })
        await call.audit(trx, null, { changes: [{ field: key, before: before?.name ?? null, after: caller.name }] })
        return taken
      })
      publish(dashboardChanged)
      return careShape({ member_id: caller.memberId, name: caller.name, until }, caller.memberId)
    },

    async releaseAttention(call) {
      const caller = memberOf(call)
      const { key } = call.params
      await db.transaction().execute(async (trx) => {
        const ended = await endCare(trx, key, caller.memberId)
        const other = ended ? undefined : await selectCare(trx, key)
        if (other) throw new ApiError('attentionTaken', { detail: named(other.name) })
        await call.audit(trx, null, { changes: ended ? [{ field: key, before: caller.name, after: null }] : [] })
      })
      publish(dashboardChanged)
    },
  }
}
