import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { type Handlers, memberOf } from '../../platform/http/handler.ts'
import { shownTemplate } from './shown-templates.ts'
import { changesSeen, unseenChanges } from './mail-changes.ts'
import type { MailServers } from './mail-servers.ts'
import { confirmTexts } from './trusted-texts.ts'

type TrustCalls = 'confirmMailSettings' | 'confirmMailTemplate' | 'listMailChanges' | 'acknowledgeMailChanges'

/** Confirmation by a ROOT of a mail server or template that another role set; mails to a ROOT use it from then on. */
export function mailTrustRoutes({ db, servers, publish }: { db: Db; servers: MailServers; publish: Publish }): Handlers<TrustCalls> {
  return {
    async confirmMailSettings(call) {
      if (servers.environment) throw new ApiError('mailByEnvironment')
      const { roleId } = memberOf(call)
      await db.transaction().execute(async (trx) => {
        const now = await servers.lock(trx)
        if (now?.id !== call.body.version) throw new ApiError('mailChangedMeanwhile')
        await servers.confirm(trx, now.id, roleId)
        await call.audit(trx)
      })
      return servers.shown(db)
    },

    async confirmMailTemplate(call) {
      const { name } = call.params
      const { roleId } = memberOf(call)
      await db.transaction().execute(async (trx) => {
        if (!(await confirmTexts(trx, name, call.body.version, roleId))) throw new ApiError('mailChangedMeanwhile')
        await call.audit(trx)
      })
      return shownTemplate(db, name)
    },

    async listMailChanges(call) {
      return unseenChanges(db, memberOf(call).memberId)
    },

    async acknowledgeMailChanges(call) {
      const { memberId } = memberOf(call)
      await db.transaction().execute(async (trx) => {
        await changesSeen(trx, memberId, call.body.up_to)
        await call.audit(trx)
      })
      publish({ people: [memberId] })
    },
  }
}
