import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { addFleet, addPackage, other, snapshotOf } from '../campaigns/testing.ts'
import type { NewSimCertificate } from '../certificate-authority/tables.ts'
import type { NewSimFile } from '../safe-files/tables.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import { tellCertificates } from './certificates.ts'
import { bellOf, itemsOf, titlesOf } from './notifications.fixture.ts'

let server: TestServer
let admin: TestCall
let member: TestCall
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('ADMIN', 'en')
  member = await server.signIn('MEMBER')
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.db.deleteFrom('sim_certificates').execute()
  await server.db.deleteFrom('notification_causes').execute()
  await server.db.deleteFrom('notifications').execute()
})

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs)

const blank = {
  template_name: 'meters',
  identity: JSON.stringify({ altNames: [], serverAuth: false, validDays: 365, renewBeforeDays: 30 }),
  subject: Buffer.of(0x30, 0),
  csr_subject: 'CN=meter',
  label: 'device',
  slot_id: 1,
  key_object_id: '4B3141',
  file_object_id: '433141',
  delivery: 'Auto',
  key_pair_status: 'Requested',
  csr_status: 'None',
  cert_status: 'None',
} satisfies Omit<NewSimCertificate, 'sim_id'>

async function add(simIds: readonly number[], change: Partial<NewSimCertificate> = {}): Promise<number[]> {
  const rows = simIds.map((simId) => ({ ...blank, sim_id: simId, ...change }))
  return (await server.db.insertInto('sim_certificates').values(rows).returning('id').execute()).map(({ id }) => id)
}
const change = (ids: readonly number[], values: Partial<NewSimCertificate>) =>
  server.db.updateTable('sim_certificates').set(values).where('id', 'in', ids).execute()

/** The items once the causes are told. */
async function told(call = admin) {
  await tellCertificates(server.db)
  await until(async () => (await server.db.selectFrom('notification_causes').selectAll().execute()).length === 0)
  return itemsOf(call, 'iotsafe')
}

test('each state that matters is told once, with a link to the certificate', async () => {
  const [simId = 0] = await addFleet(server, 1)
  const [id = 0] = await add([simId])
  expect(await told()).toEqual([])
  const to = `/iot-safe/${simId}/certificates/${id}`
  await change([id], { key_pair_status: 'Generated', csr_status: 'Requested' })
  await change([id], { csr_status: 'Verified', delivery: 'Manual' })
  expect(await told()).toEqual([])
  await change([id], { is_open: false })
  expect(await told()).toMatchObject([{ title: 'A certificate waits for approval', tone: 'ready', to, simIds: [simId] }])
  await change([id], { csr_status: 'Rejected', reject_reason: 'member' })
  await change([id], { label: 'other' })
  expect((await told()).map(({ title }) => title)).toEqual(['Certificate request rejected', 'A certificate waits for approval'])
  await change([id], { csr_status: 'Signed', cert_status: 'Writing', is_open: true })
  await change([id], { cert_status: 'Failed', is_open: false })
  expect((await told())[0]).toMatchObject({ title: 'Certificate not issued or delivered', tone: 'failed', to })
  await change([id], { cert_status: 'Active' })
  await change([id], { cert_status: 'Active' })
  const all = await told()
  expect(all).toHaveLength(4)
  expect(all[0]).toMatchObject({ title: 'Certificate active', tone: 'succeeded', to })
  expect(all[0]!.body).toMatch(/^\d{19,20} · other$/)
  expect((await told(member)).map(({ title }) => title)).not.toContain('A certificate waits for approval')
})

test('a request that a template refuses is told as rejected, and an issuance that a card leaves as failed', async () => {
  const [first = 0, second = 0] = await addFleet(server, 2)
  await add([first], { csr_status: 'Rejected', reject_reason: 'template', is_open: false })
  await add([second])
  await until(async () => (await told()).length === 2)
  expect((await told()).map(({ title }) => title).toSorted()).toEqual([
    'Certificate not issued or delivered',
    'Certificate request rejected',
  ])
})

test('the certificates of a campaign are one notification that counts its SIMs, and those of another campaign another', async () => {
  const { key } = await addPackage(admin, fixedAids.telemetry)
  const start = async (name: string, size: number) => {
    const simIds = await addFleet(server, size)
    const body = { snapshotId: await snapshotOf(admin, simIds), targets: [other({ package: key })], name }
    const { id } = await admin(endpoints.putBulkOta, { body })
    const otas = await server.db.selectFrom('ota_jobs').select(['id', 'sim_id']).where('campaign_id', '=', id).orderBy('id').execute()
    const ids: number[] = []
    for (const ota of otas) ids.push(...(await add([ota.sim_id], { ota_id: ota.id, csr_status: 'Signed', cert_status: 'Writing' })))
    return { id, ids }
  }
  const [night, day] = [await start('night', 90), await start('day', 2)]
  for (let from = 0; from < 90; from += 30) {
    await change(night.ids.slice(from, from + 30), { cert_status: 'Active', is_open: false })
    await change(day.ids, { cert_status: 'Active', is_open: false })
    await told()
  }
  using bell = await bellOf(server, admin)
  await bell.shows('iotsafe', 2)
  const items = await told()
  const ofNight = items.find(({ to }) => to === `/otas/campaigns/${night.id}`)
  expect(ofNight?.title).toBe('Certificates active on 90 SIMs')
  expect(ofNight?.body).toMatch(/^night · \d+ and 89 more$/)
  expect(items.find(({ to }) => to === `/otas/campaigns/${day.id}`)?.title).toBe('Certificates active on 2 SIMs')
  expect(items).toHaveLength(2)
})

test('a file that a card has taken, or has not, is told with a link to it', async () => {
  const [simId = 0] = await addFleet(server, 1)
  const file = { sim_id: simId, label: 'mqtt.conf', object_id: '46', content: Buffer.of(1), capacity: 1, delivery: 'Auto' as const }
  const { id } = await server.db
    .insertInto('sim_files')
    .values({ ...file, created_by_name: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const set = (values: Partial<NewSimFile>) => server.db.updateTable('sim_files').set(values).where('id', '=', id).execute()
  await set({ status: 'Writing', is_open: true })
  expect(await told()).toEqual([])
  await set({ status: 'Failed', is_open: false })
  const to = `/iot-safe/${simId}/files/${id}`
  expect(await told()).toMatchObject([{ title: 'File not written', tone: 'failed', to, simIds: [simId] }])
  await set({ status: 'Writing', is_open: true })
  await set({ status: 'Active', is_open: false, active_at: new Date() })
  await set({ management_status: 'NeedUpdate' })
  const all = await told()
  expect(all[0]).toMatchObject({ title: 'File written', tone: 'succeeded', to })
  expect(all[0]!.body).toMatch(/^\d{19,20} · mqtt\.conf$/)
  expect(all).toHaveLength(2)
})

test('the causes of a deleted SIM are told to nobody', async () => {
  const [simId = 0] = await addFleet(server, 1)
  await add([simId], { cert_status: 'Active' })
  await server.db.deleteFrom('sim_certificates').execute()
  expect(await told()).toEqual([])
})

test('certificates that end within the days of the setting are told once, on one day together, and a longer time at once', async () => {
  const simIds = await addFleet(server, 3)
  const ending = { cert_status: 'Active', is_open: false } as const
  await add(simIds.slice(0, 2), { ...ending, valid_to: inDays(13) })
  await add(simIds.slice(2), { ...ending, valid_to: inDays(29) })
  await add(simIds.slice(2), { ...ending, cert_status: 'Revoked', valid_to: inDays(2) })
  const ends = async () => (await titlesOf(admin, 'iotsafe')).filter((title) => title.includes('end'))
  await until(async () => (await ends()).length > 0)
  expect(await ends()).toEqual([expect.stringMatching(/^Certificates of 2 SIMs end soon: \d+ and 1 more · within 14 days$/)])
  await admin(endpoints.postUserConfig, { body: [{ key: 'system_iot_safe_end_days', value: '30' }] })
  await until(async () => (await ends())[0]?.startsWith('Certificates of 3 SIMs'))
  expect(await ends()).toHaveLength(1)
  expect((await itemsOf(admin, 'iotsafe')).find(({ title }) => title.includes('end'))?.to).toBe('/iot-safe/expiry')
})
