import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Publish } from '../../../platform/events/changes.ts'
import { type Caller, type Handlers, memberOf, signedIn } from '../../../platform/http/handler.ts'
import type { QuestionQueue } from '../../../sims/fleet-index/question-queue.ts'
import { askerOf } from '../../../sims/list/asker.ts'
import { inTime, timeLimits } from '../../../sims/sql/time-limit.ts'
import { campaignById } from '../../campaigns.ts'
import { publishDueOtas } from '../../due-sims.ts'
import { campaignExists } from '../../queries.ts'
import type { Written } from '../../stop/cancel-ready.ts'
import { publishStop } from '../../stop/publish-stop.ts'
import { approve, isAsker, mayWithdraw, reject, withdraw } from './decide.ts'
import type { ApprovalMails } from '../mails.ts'
import { countChanges, selectApproval, selectApprovers } from '../queries.ts'

const namedApprovers = 10

export function approvalRoutes({
  db,
  publish,
  mails,
  turns,
}: {
  db: Db
  publish: Publish
  mails: ApprovalMails
  turns: QuestionQueue
}): Handlers<'getApproval' | 'approveCampaign' | 'rejectCampaign' | 'withdrawCampaign'> {
  const ended = async (id: number, cancelled: Written) => {
    await publishStop(db, publish, id, cancelled)
    return campaignById(db, id)
  }
  return {
    async getApproval(call) {
      const { id } = call.params
      const request = await selectApproval(db, id)
      if (!request) throw new ApiError((await campaignExists(db, id)) ? 'noApprovalAsked' : 'campaignNotFound')
      const isOpen = request.state === 'awaitingApproval'
      const count = () => inTime(db, timeLimits.list, (trx) => countChanges(trx, id, request.asked_at))
      const [approvers, changes] = await Promise.all([selectApprovers(db, request), isOpen ? turns.run(askerOf(call), count) : null])
      const caller = signedIn(call)
      return {
        threshold: request.threshold,
        note: request.note,
        ...request.frozen,
        snapshotId: request.selection_id,
        changes,
        approvers: approvers.slice(0, namedApprovers).map(({ name }) => name),
        approverCount: approvers.length,
        mayDecide: isOpen && mayDecide(caller) && !(caller.kind === 'member' && isAsker(request, caller)),
        mayWithdraw: isOpen && mayWithdraw(request, caller),
      }
    },

    async approveCampaign(call) {
      const { id } = call.params
      await approve(db, id, { by: memberOf(call), audit: call.audit })
      await publishDueOtas(db, publish, id)
      publish({ campaigns: [id] })
      return campaignById(db, id)
    },

    async rejectCampaign(call) {
      const { id } = call.params
      return ended(id, await reject(db, id, { by: memberOf(call), reason: call.body.reason, mails, audit: call.audit }))
    },

    async withdrawCampaign(call) {
      const { id } = call.params
      return ended(id, await withdraw(db, id, { by: signedIn(call), audit: call.audit }))
    },
  }
}

const mayDecide = (caller: Caller): boolean => caller.kind === 'member' && caller.permissions.has('OTA_CREATE')
