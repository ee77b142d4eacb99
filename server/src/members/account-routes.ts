import { ApiError } from '@simdeck/contract/errors.ts'
import type { Caller, Handlers } from '../platform/http/handler.ts'
import { signedIn } from '../platform/http/handler.ts'
import { endChallenges } from '../auth/challenges/challenges.ts'
import { recordEvent } from '../auth/history.ts'
import { memberLanguage } from '../settings/member-language.ts'
import { endSignIns } from '../auth/sign-ins/sign-ins.ts'
import type { Db } from '../platform/db/database.ts'
import { sendInvitation } from './invitation.ts'
import { shapeMember } from './member-shape.ts'
import type { MemberDependencies } from './dependencies.ts'
import { type LockedMemberRow, lockMemberRows } from './queries.ts'
import { checkMayChange, subjectOf } from './rules.ts'

type Calls = 'resendInvitation' | 'resetMemberMfa' | 'endMemberSignIns' | 'unlockMember'

const invitationsAnHour = 5

/** Account recovery by a member with USER_UPDATE. */
export function memberAccountRoutes(dependencies: MemberDependencies): Handlers<Calls> {
  const { db, attemptLimiter, publish, secondFactor } = dependencies

  async function lockRow(trx: Db, caller: Caller, email: string): Promise<LockedMemberRow> {
    const [member] = await lockMemberRows(trx, [email])
    if (!member) throw new ApiError('userNotFound')
    checkMayChange(caller, [member.role_id])
    return member
  }

  /** Locks a member who may still confirm an invitation; throws `ApiError` otherwise. */
  async function lockInvitedRow(trx: Db, caller: Caller, email: string): Promise<LockedMemberRow> {
    const member = await lockRow(trx, caller, email)
    if (member.confirmed_at) throw new ApiError('alreadyConfirmed')
    if (member.account_status === 'inactive') throw new ApiError('memberInactive')
    if (!dependencies.domainAllowed(member.email, 'invitation')) throw new ApiError('emailInvalid')
    return member
  }

  return {
    async resendInvitation(call) {
      const caller = signedIn(call)
      const { email } = await db.transaction().execute((trx) => lockInvitedRow(trx, caller, call.params.email))
      if (!(await attemptLimiter.allows('invitation', email, invitationsAnHour, 60)))
        throw new ApiError('tooManyRequests', { retryAfterSeconds: 3600 })
      const { id, mail } = await db.transaction().execute(async (trx) => {
        const member = await lockInvitedRow(trx, caller, email)
        const state = await sendInvitation(dependencies, trx, member, await memberLanguage(trx, member.id, call.language))
        await call.audit(trx, undefined, subjectOf(member))
        return { id: member.id, mail: state }
      })
      return { ...(await shapeMember(dependencies, id)), mail }
    },

    async resetMemberMfa(call) {
      const caller = signedIn(call)
      const id = await db.transaction().execute(async (trx) => {
        const member = await lockRow(trx, caller, call.params.email)
        if (!member.mfa_enabled_at) throw new ApiError('mfaNotEnabled')
        await secondFactor.disable(trx, member.id)
        await endSignIns(trx, member.id, null)
        await endChallenges(trx, member.id, ['mfa'])
        await recordEvent(trx, member.id, 'mfaDisabled', call)
        await call.audit(trx, undefined, subjectOf(member))
        return member.id
      })
      publish({ people: [id] })
      return shapeMember(dependencies, id)
    },

    async endMemberSignIns(call) {
      const caller = signedIn(call)
      const { id, ended } = await db.transaction().execute(async (trx) => {
        const member = await lockRow(trx, caller, call.params.email)
        if (caller.memberId === member.id) throw new ApiError('ownAccountSignIns')
        const open = await endSignIns(trx, member.id, null)
        await endChallenges(trx, member.id, ['mfa'])
        await recordEvent(trx, member.id, 'signedOut', call)
        await call.audit(trx, undefined, subjectOf(member))
        return { id: member.id, ended: open }
      })
      publish({ people: [id] })
      return { ended }
    },

    async unlockMember(call) {
      const member = await db.transaction().execute(async (trx) => {
        const row = await lockRow(trx, signedIn(call), call.params.email)
        await call.audit(trx, undefined, subjectOf(row))
        return row
      })
      await attemptLimiter.unlock(member.email)
      return shapeMember(dependencies, member.id)
    },
  }
}
