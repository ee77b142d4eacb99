import { ApiError, errorCatalogue } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import { activations } from '@simdeck/contract/members.ts'
import { outranks, roleIds } from '@simdeck/contract/permissions.ts'
import { endAllChallenges } from '../auth/challenges/challenges.ts'
import { memberLanguage } from '../settings/member-language.ts'
import { changesBetween } from '../platform/audit/subjects.ts'
import { requireProof } from '../platform/http/proof.ts'
import { endSignIns } from '../auth/sign-ins/sign-ins.ts'
import type { Db } from '../platform/db/database.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { checkPeriod } from '../platform/http/period.ts'
import { sendInvitation } from './invitation.ts'
import { shapeMember, shapeMembers } from './member-shape.ts'
import type { MemberDependencies } from './dependencies.ts'
import * as queries from './queries.ts'
import { checkMayRemove, checkMayChange, subjectOf } from './rules.ts'

type Calls = 'listMembers' | 'getMember' | 'createMember' | 'updateMember' | 'deleteMembers'

export function memberRoutes(dependencies: MemberDependencies): Handlers<Calls> {
  const { db, publish } = dependencies
  return {
    async listMembers({ query, language }) {
      checkPeriod('created', query, language)
      const [total, rows] = await Promise.all([
        queries.countMembers(db, query),
        queries.selectMembers(db, query, { sort: sortOf(query.sort), ...windowOf(query) }),
      ])
      return pageOf(await shapeMembers(dependencies, rows), query, total)
    },

    async getMember({ params }) {
      const row = await queries.memberById(db, params.id)
      const [found] = await shapeMembers(dependencies, row ? [row] : [])
      if (!found) throw new ApiError('userNotFound')
      return found
    },

    async createMember(call) {
      const { email, name, role_id, user_type, language } = call.body
      checkMayChange(signedIn(call), [role_id])
      if (outranks(role_id, roleIds.MEMBER)) requireProof(signedIn(call))
      if (!dependencies.domainAllowed(email, 'invitation')) throw new ApiError('emailInvalid')
      const { id, mail } = await db.transaction().execute(async (trx) => {
        const made = await queries.insertInvited(trx, { email, name, roleId: role_id, userType: user_type })
        if (made === null) throw new ApiError('userExists')
        if (language) await queries.writeLanguage(trx, made, language)
        const state = await sendInvitation(dependencies, trx, { id: made, email }, language ?? call.language)
        await dependencies.reportEvent(trx, 'memberInvited', { method: 'POST', url: '/v1/member' })
        await call.audit(trx, undefined, { subjects: [`member:${made}`], name })
        return { id: made, mail: state }
      })
      return { ...(await shapeMember(dependencies, id)), mail }
    },

    async updateMember(call) {
      const { name, role_id, user_type, activation } = call.body
      if ([name, role_id, user_type, activation].every((given) => given === undefined)) throw new ApiError('emptyParameters')
      const caller = signedIn(call)
      const id = await db.transaction().execute(async (trx) => {
        const [member] = await queries.lockMemberRows(trx, [call.params.email])
        if (!member) throw new ApiError('userNotFound')
        checkMayChange(caller, [member.role_id, ...(role_id === undefined ? [] : [role_id])])
        const status = statusAfter(member, activation)
        const raised = role_id !== undefined && outranks(role_id, member.role_id)
        if (raised) requireProof(caller)
        const changesRole = role_id !== undefined && role_id !== member.role_id
        if (changesRole || activation === activations.inactive) await checkMayRemove(trx, caller, [member])
        await queries.writeMember(trx, member.id, { name, role_id, user_type, account_status: status })
        if (status === 'inactive') await endAllAccess(trx, member.id)
        else if (raised) await voidSentSecrets(dependencies, trx, { ...member, account_status: status }, call.language)
        const written = { name, role_id, user_type, account_status: status }
        await call.audit(trx, undefined, { ...subjectOf(member), changes: changesBetween(member, written) })
        return member.id
      })
      publish({ people: [id] })
      return shapeMember(dependencies, id)
    },

    async deleteMembers(call) {
      const caller = signedIn(call)
      const ids = await db.transaction().execute(async (trx) => {
        const members = await queries.lockMemberRows(trx, call.body.emails)
        refuseUnknown(call.body.emails, members, call.language)
        checkMayChange(
          caller,
          members.map(({ role_id }) => role_id),
        )
        await checkMayRemove(trx, caller, members)
        const removed = members.map(({ id }) => id)
        await queries.removeMembers(trx, removed)
        await call.audit(trx, undefined, { subjects: removed.map((id) => `member:${id}` as const), name: members[0]?.name ?? '' })
        return removed
      })
      publish({ people: ids })
      return { deleted: ids.length }
    },
  }
}

/** The account status after the requested activation or deactivation. An unconfirmed member who is activated again still has to confirm. */
function statusAfter(member: queries.LockedMemberRow, activation: 1 | 2 | undefined): queries.LockedMemberRow['account_status'] {
  if (activation === undefined) return member.account_status
  if (activation === activations.inactive) return 'inactive'
  return member.confirmed_at ? 'active' : 'in_confirm'
}

/** Ends all sign-ins and challenges of the member. */
async function endAllAccess(trx: Db, memberId: number): Promise<void> {
  await endSignIns(trx, memberId, null)
  await endAllChallenges(trx, memberId)
}

/**
 * Makes links, codes and temporary passwords void after the member's role was raised: they may have passed through a mail server that the
 * higher role has not confirmed. An unconfirmed member is invited again.
 */
async function voidSentSecrets(
  dependencies: MemberDependencies,
  trx: Db,
  member: queries.LockedMemberRow,
  language: Language,
): Promise<void> {
  await endAllChallenges(trx, member.id)
  if (member.account_status === 'in_confirm')
    await sendInvitation(dependencies, trx, member, await memberLanguage(trx, member.id, language))
}

function refuseUnknown(emails: readonly string[], members: readonly queries.LockedMemberRow[], language: Language): void {
  const known = new Set(members.map(({ email }) => email.toLowerCase()))
  const fields = emails.flatMap((email, index) =>
    known.has(email.toLowerCase()) ? [] : [{ path: `emails.${index}`, message: errorCatalogue.userNotFound[language] }],
  )
  if (fields.length > 0) throw new ApiError('userNotFound', { fields })
}
