import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Publish } from '../../../platform/events/changes.ts'
import { type Caller, type Handlers, memberOf, signedIn } from '../../../platform/http/handler.ts'
import type { QuestionQueue } from '../../../sims/fleet-index/question-queue.ts'
import { askerOf } from '../../../sims/list/asker.ts'
import { campaignById } from '../../campaigns.ts'
import { campaignExists } from '../../queries.ts'
import { endStopped } from '../../stop/end-stopped.ts'
import { approve, mayWithdraw, reject, withdraw } from './decide.ts'
import { changesOf } from '../changes.ts'
import type { ApprovalMails } from '../mails.ts'
import { isAsker, selectApproval, selectApprovers } from '../queries.ts'

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
  const ended = async (id: number) => {
    await endStopped(db, publish, id)
    return campaignById(db, id)
  }
  return {
    async getApproval(call) {
      const { id } = call.params
      const request = await selectApproval(db, id)
      if (!request) throw new ApiError((await campaignExists(db, id)) ? 'noApprovalAsked' : 'campaignNotFound')
      const isOpen = request.state === 'awaitingApproval'
      const count = () => changesOf(db, request, new Date())
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
      await approve(db, id, { by: memberOf(call), confirmedCount: call.body?.confirmedCount, audit: call.audit })
      return campaignById(db, id)
    },

    async rejectCampaign(call) {
      const { id } = call.params
      await reject(db, id, { by: memberOf(call), reason: call.body.reason, mails, audit: call.audit })
      return ended(id)
    },

    async withdrawCampaign(call) {
      const { id } = call.params
      await withdraw(db, id, { by: signedIn(call), audit: call.audit })
      return ended(id)
    },
  }
}

const mayDecide = (caller: Caller): boolean => caller.kind === 'member' && caller.permissions.has('OTA_CREATE')
