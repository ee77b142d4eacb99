import { expect, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '../auth/first-member.ts'
import { codeOf, enableMfa, failure, memberByEmail } from '../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'

const first = { email: 'root@simdeck.example', password: 'Initial-root-1' }

/** The only ROOT of an installation. */
async function onlyRoot(server: TestServer, language = 'en'): Promise<TestCall> {
  const { accessToken } = tokensOf(await server.anonymous(endpoints.login, { body: first }))
  return createClient({
    baseUrl: (api) => server.url + basePaths[api],
    headers: () => ({ authorization: `Bearer ${accessToken}`, 'accept-language': language }),
  })
}

const remove = (call: TestCall, email: string) => call(endpoints.deleteMembers, { body: { emails: [email] } })
const demote = (call: TestCall, email: string) => call(endpoints.updateMember, { params: { email }, body: { role_id: 2 } })
const deactivate = (call: TestCall, email: string) => call(endpoints.updateMember, { params: { email }, body: { activation: 1 } })
const losses = { remove, demote, deactivate }

test.each([
  [
    'en',
    'The last active ROOT cannot be deleted, demoted or deactivated',
    'You cannot delete or deactivate your own account or change its role',
  ],
  ['ja', '有効な最後の最上位管理者は、削除、権限の変更、無効化ができません', '自分自身のアカウントの削除、無効化、権限の変更はできません'],
] as const)('the last active ROOT and the own account cannot be deleted, demoted or deactivated (%s)', async (language, last, own) => {
  await using server = await startTestServer()
  const root = await onlyRoot(server, language)
  const other = await root(endpoints.createMember, { body: { email: 'second@example.com', name: 'Second', role_id: 1 } })
  for (const lose of Object.values(losses)) {
    // An invited ROOT is not active yet and does not count.
    expect(await failure(lose(root, first.email))).toMatchObject({ status: 409, code: 'lastRoot', message: last })
  }
  await server.db.updateTable('members').set({ account_status: 'active' }).where('id', '=', other.id).execute()
  for (const lose of Object.values(losses))
    expect(await failure(lose(root, first.email.toUpperCase()))).toMatchObject({ status: 409, code: 'ownAccount', message: own })
  expect(await memberByEmail(root, first.email)).toMatchObject({ role_id: 1, accountStatus: 1 })
  // A change of the own name needs no other ROOT.
  expect(await root(endpoints.updateMember, { params: first, body: { name: 'Chief', role_id: 1, activation: 2 } })).toMatchObject({
    name: 'Chief',
  })
  await deactivate(root, 'second@example.com')
  expect(await codeOf(remove(root, first.email))).toBe('lastRoot')
})

test('of two ROOTs that delete, demote or deactivate each other at the same time one stays active, in all combinations', async () => {
  await using server = await startTestServer()
  const active = server.db.selectFrom('members').select('id').where('role_id', '=', 1).where('account_status', '=', 'active')
  await server.db.deleteFrom('members').execute()
  const kinds = Object.values(losses)
  const outcomes = new Set<string>()
  for (let round = 0; round < 18; round += 1) {
    const [a, b] = [await server.signIn('ROOT'), await server.signIn('ROOT')]
    const codes = await Promise.all([codeOf(kinds[round % 3]!(a, b.email)), codeOf(kinds[Math.floor(round / 3) % 3]!(b, a.email))])
    expect([round, (await active.execute()).length]).toEqual([round, 1])
    outcomes.add(codes.toSorted().join(' and '))
    await server.db.deleteFrom('members').execute()
  }
  expect(
    [...outcomes].filter((outcome) => !/^(accountEnded and answered|answered and (lastRoot|noPermission|sessionEnded))$/.test(outcome)),
  ).toEqual([])
})

test('simultaneous requests that name all ROOTs leave one', async () => {
  await using server = await startTestServer()
  await server.db.deleteFrom('members').execute()
  const roots = [await server.signIn('ROOT'), await server.signIn('ROOT'), await server.signIn('ROOT')]
  await Promise.all(roots.map((root, n) => codeOf(remove(root, roots[(n + 1) % 3]!.email))))
  const left = server.db.selectFrom('members').select('id').where('role_id', '=', 1).where('account_status', '=', 'active')
  expect((await left.execute()).length).toBeGreaterThan(0)
})

test('an ADMIN can neither create nor change a ROOT', async () => {
  await using server = await startTestServer()
  const [root, admin] = [await server.signIn('ROOT'), await server.signIn('ADMIN')]
  await enableMfa(root)
  const invited = { email: 'invited@example.com', name: 'Invited', role_id: 1 as const }
  await root(endpoints.createMember, { body: invited })
  await makeAccount(server.db, { email: 'member@example.com', name: 'Member', role: 'MEMBER' })
  const target = { params: { email: root.email } }
  const attempts = {
    make: () => admin(endpoints.createMember, { body: { ...invited, email: 'another@example.com' } }),
    promote: () => admin(endpoints.updateMember, { params: { email: 'member@example.com' }, body: { role_id: 1 } }),
    rename: () => admin(endpoints.updateMember, { ...target, body: { name: 'x' } }),
    demote: () => demote(admin, root.email),
    deactivate: () => deactivate(admin, root.email),
    remove: () => remove(admin, root.email),
    removeAmongOthers: () => admin(endpoints.deleteMembers, { body: { emails: ['member@example.com', root.email] } }),
    resend: () => admin(endpoints.resendInvitation, { params: { email: invited.email } }),
    resetMfa: () => admin(endpoints.resetMemberMfa, target),
    unlock: () => admin(endpoints.unlockMember, target),
    signOut: () => admin(endpoints.endMemberSignIns, target),
  }
  for (const [what, attempt] of Object.entries(attempts)) expect([what, await codeOf(attempt())]).toEqual([what, 'noPermission'])
  expect(await memberByEmail(root, root.email)).toMatchObject({ name: 'ROOT', role_id: 1, accountStatus: 1, mfaStatus: true })
  expect(await memberByEmail(root, 'member@example.com')).toMatchObject({ role_id: 3 })
  // Other changes by an ADMIN stay possible.
  expect(await demote(admin, 'member@example.com')).toMatchObject({ role_id: 2 })
})
