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
import type { MemberParts } from './parts.ts'
import { type HeldMember, holdMembers } from './queries.ts'
import { checkMayTouch } from './rules.ts'

type Calls = 'resendInvitation' | 'resetMemberMfa' | 'endMemberSignIns' | 'unlockMember'

const invitationsAnHour = 5

/** Account recovery by a member with USER_UPDATE. */
export function memberAccountRoutes(parts: MemberParts): Handlers<Calls> {
  const { db, gate, publish, secondFactor } = parts

  async function hold(trx: Db, caller: Caller, email: string): Promise<HeldMember> {
    const [member] = await holdMembers(trx, [email])
    if (!member) throw new ApiError('userNotFound')
    checkMayTouch(caller, [member.role_id])
    return member
  }

  /** An unconfirmed member who may still confirm; throws `ApiError` otherwise. */
  async function holdInvited(trx: Db, caller: Caller, email: string): Promise<HeldMember> {
    const member = await hold(trx, caller, email)
    if (member.confirmed_at) throw new ApiError('alreadyConfirmed')
    if (member.account_status === 'inactive') throw new ApiError('memberInactive')
    if (!parts.domainAllowed(member.email, 'invitation')) throw new ApiError('emailInvalid')
    return member
  }

  return {
    async resendInvitation(call) {
      const caller = signedIn(call)
      const { email } = await db.transaction().execute((trx) => holdInvited(trx, caller, call.params.email))
      if (!(await gate.allows('invitation', email, invitationsAnHour, 60)))
        throw new ApiError('tooManyRequests', { retryAfterSeconds: 3600 })
      const { id, mail } = await db.transaction().execute(async (trx) => {
        const member = await holdInvited(trx, caller, email)
        const state = await sendInvitation(parts, trx, member, await memberLanguage(trx, member.id, call.language))
        await call.audit(trx)
        return { id: member.id, mail: state }
      })
      publish({ mail: true })
      return { ...(await shapeMember(parts, id)), mail }
    },

    async resetMemberMfa(call) {
      const caller = signedIn(call)
      const id = await db.transaction().execute(async (trx) => {
        const member = await hold(trx, caller, call.params.email)
        if (!member.mfa_enabled_at) throw new ApiError('mfaNotEnabled')
        await secondFactor.disable(trx, member.id)
        await endSignIns(trx, member.id, null)
        await endChallenges(trx, member.id, ['mfa'])
        await recordEvent(trx, member.id, 'mfaDisabled', call)
        await call.audit(trx)
        return member.id
      })
      publish({ people: [id] })
      return shapeMember(parts, id)
    },

    async endMemberSignIns(call) {
      const caller = signedIn(call)
      const { id, ended } = await db.transaction().execute(async (trx) => {
        const member = await hold(trx, caller, call.params.email)
        if (caller.memberId === member.id) throw new ApiError('ownAccountSignIns')
        const open = await endSignIns(trx, member.id, null)
        await endChallenges(trx, member.id, ['mfa'])
        await recordEvent(trx, member.id, 'signedOut', call)
        await call.audit(trx)
        return { id: member.id, ended: open }
      })
      publish({ people: [id] })
      return { ended }
    },

    async unlockMember(call) {
      const member = await db.transaction().execute(async (trx) => {
        const held = await hold(trx, signedIn(call), call.params.email)
        await call.audit(trx)
        return held
      })
      await gate.unlock(member.email)
      return shapeMember(parts, member.id)
    },
  }
}
