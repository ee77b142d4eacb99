import type { Me } from '@simdeck/contract/me.ts'
import type { Member } from '@simdeck/contract/members.ts'
import { roleIds, seededPermissions } from '@simdeck/contract/permissions.ts'
import type { RoleName } from '@simdeck/contract/permissions.ts'
import { expect, test } from 'vitest'
import { deletionLimit, limitOf } from './member-limits.ts'

const me = (name: RoleName, id = 1): Me => ({
  id,
  name,
  Username: 'me@example.com',
  email: 'me@example.com',
  role_id: roleIds[name],
  mfaEnabled: false,
  mfaSetupRequired: false,
  recoveryCodesLeft: null,
  user_type: 1,
  role: { id: roleIds[name], name, permissions: seededPermissions[name].map((permission) => ({ permission: { name: permission } })) },
})
const member = (change: Partial<Member> = {}): Member => ({
  id: 2,
  name: 'Hanako',
  email: 'hanako@example.com',
  role_id: roleIds.MEMBER,
  role: 'MEMBER',
  user_type: 1,
  created: '2026-11-21T00:00:00Z',
  status: 1,
  accountStatus: 1,
  mfaStatus: true,
  lastSignIn: null,
  lockedUntil: null,
  invitedUntil: null,
  ...change,
})

test('a MEMBER may do nothing, an ADMIN may do nothing to a ROOT, and members may not delete themselves', () => {
  expect(limitOf('edit', me('MEMBER'), member())).toBe('noPermission')
  expect(limitOf('edit', me('ADMIN'), member())).toBeNull()
  expect(limitOf('edit', me('ADMIN'), member({ role_id: roleIds.ROOT }))).toBe('root')
  expect(limitOf('delete', me('ROOT'), member({ role_id: roleIds.ROOT }))).toBeNull()
  expect(limitOf('delete', me('ROOT', 2), member())).toBe('own')
  expect(limitOf('resetMfa', me('ROOT', 2), member())).toBe('ownMfa')
})

test('an action without effect is disabled, and an unknown MFA status can still be reset', () => {
  expect(limitOf('resend', me('ADMIN'), member())).toBe('confirmed')
  expect(limitOf('resend', me('ADMIN'), member({ status: 2 }))).toBeNull()
  expect(limitOf('unlock', me('ADMIN'), member())).toBe('notLocked')
  expect(limitOf('unlock', me('ADMIN'), member({ lockedUntil: '2026-11-21T01:00:00Z' }))).toBeNull()
  expect(limitOf('resetMfa', me('ADMIN'), member({ mfaStatus: false }))).toBe('mfaOff')
  expect(limitOf('resetMfa', me('ADMIN'), member({ mfaStatus: null }))).toBeNull()
})

test('one undeletable member or more than 100 members disable the deletion', () => {
  const root = member({ id: 3, role_id: roleIds.ROOT })
  expect(deletionLimit(me('ADMIN'), [member(), root])).toBe('root')
  expect(deletionLimit(me('ROOT'), [member(), root])).toBeNull()
  const many = (count: number) => Array.from({ length: count }, (_, index) => member({ id: index + 10 }))
  expect(deletionLimit(me('ROOT'), many(100))).toBeNull()
  expect(deletionLimit(me('ROOT'), many(101))).toBe('tooMany')
})
