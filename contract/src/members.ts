import { z } from 'zod'
import { email } from './email.ts'
import { endpoint } from './endpoint.ts'
import { languages } from './languages.ts'
import { line } from './line.ts'
import { listQuery } from './list.ts'
import { moment } from './moment.ts'
import { userTypes } from './me.ts'
import { roleIds } from './permissions.ts'

/** The status of the member list (specification §3). */
export const memberStatuses = { confirmed: 1, unconfirmed: 2 } as const
/** The status of the account, which is another enumeration. */
export const accountStatuses = { inactive: 0, active: 1, inConfirm: 2 } as const
/** The values that the activation switch sends, which are a third enumeration. */
export const activations = { active: 2, inactive: 1 } as const

/** 1 enterprise, 2 reseller. */
export const userType = z.literal([userTypes.enterprise, userTypes.reseller])
export const roleId = z.literal([roleIds.ROOT, roleIds.ADMIN, roleIds.MEMBER])
const memberName = line(100).min(1)

export const member = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role_id: z.number(),
  role: z.string(),
  user_type: z.number(),
  /** The time at which the member was created, ISO 8601. */
  created: z.string(),
  status: z.literal([memberStatuses.confirmed, memberStatuses.unconfirmed]),
  accountStatus: z.literal([accountStatuses.inactive, accountStatuses.active, accountStatuses.inConfirm]),
  /** True if multi-factor authentication is on; null if its state cannot be read. */
  mfaStatus: z.boolean().nullable(),
  lastSignIn: z.string().nullable(),
  /** The end of the lock after too many wrong passwords or codes. */
  lockedUntil: z.string().nullable(),
  /** The expiry of an invitation's temporary password. Null when there is none. */
  invitedUntil: z.string().nullable(),
})
export type Member = z.infer<typeof member>

/** `kept`: no mail server is allowed to send to the member, so the mail stays in the outbox, where a ROOT can read it. */
const invitedMember = member.extend({ mail: z.enum(['queued', 'kept']) })
export type InvitedMember = z.infer<typeof invitedMember>

export const memberSortFields = ['name', 'email', 'role_id', 'created', 'status', 'accountStatus', 'lastSignIn'] as const

const date = moment.optional()
export const listMembers = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/member',
  needs: 'signedIn',
  summary: 'Members, filtered, sorted and paged',
  query: listQuery(memberSortFields, {
    name: z.string().trim().max(100).optional(),
    email: z.string().trim().max(100).optional(),
    role_id: z.coerce.number().pipe(roleId).optional(),
    status: z.coerce
      .number()
      .pipe(z.literal([memberStatuses.confirmed, memberStatuses.unconfirmed]))
      .optional(),
    created_start: date,
    created_end: date,
  }),
  response: member,
  list: true,
})

export const getMember = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/members/{id}',
  needs: 'signedIn',
  summary: 'One member',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  response: member,
  errors: ['userNotFound'],
})

const byEmail = z.strictObject({ email: z.string().min(1).max(100) })

/** Sends the address an invitation in `language`, with a temporary password for seven days. A role above MEMBER needs a recent proof. */
export const createMember = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/member',
  needs: 'USER_CREATE',
  own: true,
  action: 'memberAdd',
  summary: 'Invite a member',
  body: z.strictObject({
    email,
    name: memberName,
    role_id: roleId,
    user_type: userType.optional(),
    language: z.enum(languages).optional(),
  }),
  response: invitedMember,
  errors: ['userExists', 'emailInvalid', 'verificationRequired'],
})

/** A higher role needs a recent proof, and invalidates links and codes that were sent before. */
export const updateMember = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/member/{email}',
  needs: 'USER_UPDATE',
  own: true,
  action: 'memberUpdate',
  summary: 'Change the name, role or type of a member, or activate or deactivate the account',
  params: byEmail,
  body: z.strictObject({
    name: memberName.optional(),
    role_id: roleId.optional(),
    user_type: userType.optional(),
    /** 2 active, 1 inactive. */
    activation: z.literal([activations.active, activations.inactive]).optional(),
  }),
  response: member,
  errors: ['emptyParameters', 'userNotFound', 'lastRoot', 'ownAccount', 'verificationRequired'],
})

/** Deletes all of them or none. */
export const deleteMembers = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/member',
  needs: 'USER_DELETE',
  own: true,
  action: 'memberDelete',
  summary: 'Delete members',
  body: z.strictObject({ emails: z.array(z.string().min(1).max(100)).min(1).max(100) }),
  response: z.object({ deleted: z.number() }),
  errors: ['userNotFound', 'lastRoot', 'ownAccount'],
})

export const resendInvitation = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/member/{email}/invitation',
  needs: 'USER_UPDATE',
  own: true,
  action: 'memberUpdate',
  summary: 'Send a new invitation; the previous temporary password becomes invalid',
  params: byEmail,
  response: invitedMember,
  errors: ['userNotFound', 'alreadyConfirmed', 'memberInactive', 'emailInvalid', 'tooManyRequests'],
})

export const resetMemberMfa = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/member/{email}/reset-mfa',
  needs: 'USER_UPDATE',
  own: true,
  proof: true,
  action: 'memberUpdate',
  summary: 'Disable the multi-factor authentication of a member who lost the device; ends the sign-ins of the member',
  params: byEmail,
  response: member,
  errors: ['userNotFound', 'mfaNotEnabled', 'verificationRequired'],
})

/** For a member who lost a device or whose account is used by another person. */
export const endMemberSignIns = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/member/{email}/sign-ins',
  needs: 'USER_UPDATE',
  own: true,
  action: 'memberUpdate',
  summary: 'End every sign-in of a member',
  params: byEmail,
  response: z.object({ ended: z.number() }),
  errors: ['userNotFound', 'ownAccountSignIns'],
})

export const unlockMember = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/member/{email}/unlock',
  needs: 'USER_UPDATE',
  own: true,
  action: 'memberUpdate',
  summary: 'Unlock a member after too many wrong passwords or codes',
  params: byEmail,
  response: member,
  errors: ['userNotFound'],
})
