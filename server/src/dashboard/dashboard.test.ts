import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

test('a new installation shows its first steps, the missing mail server, and no figures', async () => {
  const admin = await server.signIn('ADMIN')
  const { updatedAt, fleet, attention, firstSteps, service } = await admin(endpoints.getDashboard, {})
  expect([updatedAt === null || typeof updatedAt === 'string', fleet]).toEqual([true, null])
  expect(attention).toMatchObject([{ key: 'mailServerMissing', count: null, care: null, link: { screen: 'mailSettings' } }])
  expect(firstSteps?.map(({ step, done }) => [step, done])).toEqual([
    ['mailServer', false],
    ['secondFactor', false],
    ['sims', false],
    ['package', false],
    ['firstOta', false],
  ])
  expect(service.mailServer).toBe('missing')
})

test('a member without the mail settings sees nothing of the mail server, and cannot take care of it', async () => {
  const member = await server.signIn('MEMBER')
  const { attention, service } = await member(endpoints.getDashboard, {})
  expect({ attention, mailServer: service.mailServer }).toEqual({ attention: [], mailServer: null })
  expect(await codeOf(member(endpoints.claimAttention, { params: { key: 'mailServerMissing' } }))).toBe('attentionSettled')
})

test('one member takes care of an item for an hour, the others see it and wait until it is released', async () => {
  const [one, other] = [await server.signIn('ADMIN'), await server.signIn('ADMIN')]
  const params = { key: 'mailServerMissing' } as const
  const care = async (of: typeof one) => (await of(endpoints.getDashboard, {})).attention[0]?.care
  const claimed = await one(endpoints.claimAttention, { params })
  expect(Date.parse(claimed.until) - Date.now()).toBeGreaterThan(59 * 60_000)
  expect(await care(one)).toEqual({ ...claimed, own: true })
  expect(await care(other)).toEqual({ ...claimed, own: false })
  expect(await codeOf(other(endpoints.claimAttention, { params }))).toBe('attentionTaken')
  expect(await codeOf(other(endpoints.releaseAttention, { params }))).toBe('attentionTaken')
  await one(endpoints.releaseAttention, { params })
  expect(await care(other)).toBeNull()
  expect(await other(endpoints.claimAttention, { params })).toMatchObject({ own: true })

  await server.db
    .updateTable('dashboard_care')
    .set({ until: new Date(Date.now() - 1) })
    .execute()
  expect(await care(other)).toBeNull()
  expect(await one(endpoints.claimAttention, { params })).toMatchObject({ own: true })
  const actions = server.db.selectFrom('action_logs').where('action', '=', 'attentionUpdate').orderBy('id', 'desc').limit(6)
  const statuses = (await actions.select('status').execute()).map(({ status }) => status)
  expect(statuses.toReversed()).toEqual([200, 409, 409, 200, 200, 200])
})

test('of members who claim at once, one gets the item', async () => {
  await server.db.deleteFrom('dashboard_care').execute()
  const members = await Promise.all(Array.from({ length: 4 }, () => server.signIn('ADMIN')))
  const claims = members.map((member) => codeOf(member(endpoints.claimAttention, { params: { key: 'mailServerMissing' } })))
  expect((await Promise.all(claims)).toSorted()).toEqual(['attentionTaken', 'attentionTaken', 'attentionTaken', 'answered'].toSorted())
})

test('the overview needs the permission for statistics', async () => {
  const member = await server.signIn('MEMBER')
  await server.db.deleteFrom('role_permissions').where('role_id', '=', 3).where('permission', '=', 'STATISTIC_MANAGEMENT').execute()
  const refused = [
    codeOf(member(endpoints.getDashboard, {})),
    codeOf(member(endpoints.getDashboardSeries, { query: {} })),
    codeOf(member(endpoints.claimAttention, { params: { key: 'silentSims' } })),
    codeOf(member(endpoints.releaseAttention, { params: { key: 'silentSims' } })),
  ]
  expect(await Promise.all(refused)).toEqual(['noPermission', 'noPermission', 'noPermission', 'noPermission'])
})

test('the last changes are those of others', async () => {
  const [one, other] = [await server.signIn('ADMIN'), await server.signIn('ADMIN')]
  const { id } = await one(endpoints.createGroup, { body: { name: 'Meters', type: 1, phone_number: '03-0000-0000', address: 'Tokyo' } })
  const subjects = async (of: typeof one) =>
    (await of(endpoints.getDashboard, {})).changes?.map((change) => [change.subjects[0], change.request_by_name])
  expect((await subjects(other))?.[0]).toEqual([`group:${id}`, 'ADMIN'])
  expect(await subjects(one)).not.toContainEqual([`group:${id}`, 'ADMIN'])
})
