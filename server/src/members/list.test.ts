import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { enableMfa, failure, memberByEmail } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

type Query = QueryIn<typeof endpoints.listMembers>

let server: TestServer
let member: Awaited<ReturnType<TestServer['signIn']>>
beforeAll(async () => {
  server = await startTestServer()
  await server.db.deleteFrom('members').execute()
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  const row = (email: string, name: string, role_id: number, created_at: Date) => ({ email, name, role_id, created_at, password_hash: '-' })
  await server.db
    .insertInto('members')
    .values([
      { ...row('aya@example.com', '青木 彩', 1, day(1)), confirmed_at: day(1) },
      { ...row('Ben_50%@example.com', 'ben 100%', 2, day(2)), confirmed_at: day(2), account_status: 'inactive' as const },
      { ...row('carl@example.org', 'Carl', 3, day(3)), account_status: 'in_confirm' as const },
    ])
    .execute()
  member = await server.signIn('MEMBER')
})
afterAll(() => server[Symbol.asyncDispose]())

/** The names that a MEMBER gets from the list; the caller's own name is left out. */
async function names(query: Query): Promise<string[]> {
  const { data } = await member(endpoints.listMembers, { query })
  return data.flatMap(({ name }) => (name === 'MEMBER' ? [] : [name]))
}

const aya = '青木 彩'
const ben = 'ben 100%'
const carl = 'Carl'

test.each<[Query, string[]]>([
  [{}, [carl, ben, aya]],
  [{ name: '青木' }, [aya]],
  [{ name: 'BEN' }, [ben]],
  [{ name: '%' }, [ben]],
  [{ name: '_' }, []],
  [{ name: '\\' }, []],
  [{ email: '@EXAMPLE.com', sort: 'email:ASC' }, [aya, ben]],
  [{ email: '_50%' }, [ben]],
  [{ role_id: 2 }, [ben]],
  [{ status: 2 }, [carl]],
  [{ status: 1, email: 'aya' }, [aya]],
  [{ created_start: '2026-01-02T00:00:00Z', created_end: '2026-01-03T09:00:00+09:00' }, [carl, ben]],
  [{ created_end: '2026-01-01T23:59:59Z' }, [aya]],
  [{ name: 'a', role_id: 3, status: 2 }, [carl]],
  [{ status: 1 }, [ben, aya]],
  [{ created_start: '2026-01-03T00:00:00Z' }, [carl]],
  [
    { name: 'ben', email: '_50%', role_id: 2, status: 1, created_start: '2026-01-02T00:00:00Z', created_end: '2026-01-02T12:00:00Z' },
    [ben],
  ],
  [{ name: 'ben', email: '_50%', role_id: 2, status: 1, created_start: '2026-01-02T12:00:00Z', created_end: '2026-01-03T00:00:00Z' }, []],
  [{ sort: 'name:ASC' }, [ben, carl, aya]],
  [{ sort: 'name:DESC' }, [aya, carl, ben]],
  [{ sort: 'created:ASC' }, [aya, ben, carl]],
  [{ sort: 'accountStatus:ASC' }, [ben, aya, carl]],
  [{ sort: 'accountStatus:DESC' }, [carl, aya, ben]],
  [{ sort: 'status:DESC', take: 1 }, [carl]],
  [{ sort: 'role_id:ASC', take: 2 }, [aya, ben]],
  [{ email: '@example.', sort: 'created:ASC', take: 1, pageIndex: 1 }, [ben]],
])('the list of members with the query %j contains %j', async (query, expected) => {
  expect(await names(query)).toEqual(expected)
})

test.each([
  ['an end before the start', 'created_start=2026-01-02T00:00:00Z&created_end=2026-01-01T00:00:00Z'],
  ['an end equal to the start', 'created_start=2026-01-02T00:00:00Z&created_end=2026-01-02T09:00:00%2B09:00'],
  ['an invalid date', 'created_start=yesterday'],
  ['an unknown role', 'role_id=4'],
  ['a role in words', 'role_id=ROOT'],
  ['an unknown status', 'status=0'],
  ['a column that cannot be sorted', 'sort=password_hash:ASC'],
  ['an unknown order', 'sort=name:asc'],
  ['a name that is too long', `name=${'a'.repeat(101)}`],
  ['a filter twice', 'name=a&name=b'],
  ['a filter that does not exist', 'password=a'],
])('%s is refused', async (_, query) => {
  const headers = { authorization: `Bearer ${member.accessToken}` }
  const response = await fetch(`${server.url}/v1/member?${query}`, { headers })
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'invalidInput'])
})

test.each([
  ['en', 'End time must be later than start time'],
  ['ja', '終了日時は開始日時より後にしてください'],
] as const)('the end of the range is named in the language of the caller (%s)', async (language, message) => {
  const caller = await server.signIn('MEMBER', language)
  const query = { created_start: '2026-01-02T00:00:00Z', created_end: '2026-01-01T00:00:00Z' }
  expect(await failure(caller(endpoints.listMembers, { query }))).toMatchObject({ fields: [{ path: 'created_end', message }] })
})

test('role, status and account status are three separate fields', async () => {
  expect(await memberByEmail(member, 'AYA@example.com')).toEqual({
    id: expect.any(Number),
    name: aya,
    email: 'aya@example.com',
    role_id: 1,
    role: 'ROOT',
    user_type: 1,
    created: '2026-01-01T00:00:00.000Z',
    status: 1,
    accountStatus: 1,
    mfaStatus: false,
    lastSignIn: null,
    lockedUntil: null,
    invitedUntil: null,
  })
  expect(await memberByEmail(member, 'ben_50%@example.com')).toMatchObject({ status: 1, accountStatus: 0 })
  expect(await memberByEmail(member, 'carl@example.org')).toMatchObject({ status: 2, accountStatus: 2 })
})

test('the list shows last sign-in, lock, and a second factor that cannot be decrypted', async () => {
  const root = await server.signIn('ROOT')
  const admin = await server.signIn('ADMIN')
  await enableMfa(admin)
  const before = await memberByEmail(root, admin.email)
  expect(before).toMatchObject({ mfaStatus: true, lockedUntil: null })
  expect(Date.parse(before.lastSignIn ?? '')).toBeGreaterThan(Date.now() - 60_000)

  for (let n = 0; n < 10; n += 1) await failure(server.anonymous(endpoints.login, { body: { email: admin.email, password: 'wrong' } }))
  expect(Date.parse((await memberByEmail(root, admin.email)).lockedUntil ?? '')).toBeGreaterThan(Date.now())

  // A restore with another master key has the same effect: the list is still answered, and the state of this one factor is unknown.
  await server.db
    .updateTable('members')
    .set({ mfa_secret: Buffer.alloc(60) })
    .where('email', '=', admin.email)
    .execute()
  expect(await memberByEmail(root, admin.email)).toMatchObject({ mfaStatus: null })
  expect(await memberByEmail(root, root.email)).toMatchObject({ mfaStatus: false })
  const { data } = await root(endpoints.listMembers, { query: { sort: 'lastSignIn:DESC', take: 100 } })
  const signIns = data.map(({ lastSignIn }) => lastSignIn)
  expect(signIns.filter((at) => at !== null)).toEqual(
    signIns
      .filter((at) => at !== null)
      .toSorted()
      .toReversed(),
  )
  expect(signIns.slice(-3)).toEqual([null, null, null])
})

test('one member is read by number, and an unknown number is told', async () => {
  const carlAsListed = await memberByEmail(member, 'carl@example.org')
  expect(await member(endpoints.getMember, { params: { id: carlAsListed.id } })).toEqual(carlAsListed)
  expect(await failure(member(endpoints.getMember, { params: { id: 999_999_999 } }))).toMatchObject({ status: 404, code: 'userNotFound' })
  expect(await failure(member(endpoints.getMember, { params: { id: 0 } }))).toMatchObject({ status: 400 })
})
