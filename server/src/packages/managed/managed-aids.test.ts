import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { addPackage, addSims } from '../../campaigns/testing.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { holdCommits, waiting } from '../../platform/db/testing.ts'
import { codeOf, failure } from '../../testing/people.ts'
import { startTestServer, type TestCall } from '../../testing/server.ts'

const { telemetry, multiImsi } = fixedAids
const customAid = { packageAid: 'A0000000620101AA', moduleAid: 'A0000000620101AA01' }

const list = (call: TestCall) => call(endpoints.listManagedPackageAids, {})
const idOf = async (call: TestCall, aid: string) => (await list(call)).find(({ packageAID }) => packageAID === aid)?.id ?? 0
const remove = (call: TestCall, ids: number[], packages = 0) => call(endpoints.deleteManagedPackageAids, { body: { ids, packages } })

test('an AID is added before its first package, labelled, and keeps its label at uploads', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const add = (body: object) => call(endpoints.createManagedPackageAid, { body: body as never })
  const made = await add({ packageAID: customAid.packageAid.toLowerCase(), label: 'agent' })
  expect(made).toEqual({ id: expect.any(Number), packageAID: customAid.packageAid, label: 'agent', type: 'custom', packages: 0 })
  expect((await list(call)).at(-1)).toEqual(made)
  expect(await codeOf(add({ packageAID: customAid.packageAid, label: 'other' }))).toBe('managedAidExists')

  const update = (id: number, label: string) => call(endpoints.updateManagedPackageAid, { params: { id }, body: { label } })
  expect(await update(made.id, 'cold chain')).toEqual({ ...made, label: 'cold chain' })
  const { key } = await addPackage(call, customAid)
  expect(key.label).toBe('cold chain')
  expect((await list(call)).at(-1)).toEqual({ ...made, label: 'cold chain', packages: 1 })
  const poller = await idOf(call, fixedAids.pollerA.packageAid)
  expect(await update(poller, 'Poller east')).toMatchObject({ type: 'Poller', label: 'Poller east' })

  expect(await codeOf(update(999_999, 'none'))).toBe('managedAidNotFound')
  for (const label of ['   ', '', 'ab', 'x'.repeat(63), 'a/b', 'ラベル'])
    expect(await failure(update(made.id, label))).toMatchObject({ code: 'invalidInput', fields: [{ path: 'label' }] })
  for (const packageAID of ['A0000000', 'A00000000g', 'A'.repeat(34)])
    expect(await failure(add({ packageAID, label: 'agent' }))).toMatchObject({ code: 'invalidInput', fields: [{ path: 'packageAID' }] })
})

test('AIDs are deleted one or many, all or none, never the poller’s, and with packages only after their number is confirmed', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  await addPackage(call, customAid, 1)
  const second = await addPackage(call, customAid, 2)
  const [custom, tele, multi, poller] = (await Promise.all(
    [customAid, telemetry, multiImsi, fixedAids.pollerB].map(({ packageAid }) => idOf(call, packageAid)),
  )) as [number, number, number, number]
  expect(await failure(remove(call, [multi, poller]))).toMatchObject({
    status: 409,
    code: 'pollerAidStays',
    message: 'The AIDs of the poller cannot be deleted',
  })
  expect(await codeOf(remove(call, [multi, 999_999]))).toBe('managedAidNotFound')
  expect(await failure(remove(call, [multi, custom]))).toMatchObject({ status: 409, code: 'managedAidNotEmpty', detail: 'packages: 2' })
  expect(await codeOf(remove(call, [multi, custom], 1))).toBe('managedAidNotEmpty')
  const [sim = 0] = await addSims(server, [{ other_package_id: second.id }])
  expect(await failure(remove(call, [multi, custom], 2))).toMatchObject({ code: 'packageInUse', uses: { simsHolding: 1 } })
  expect((await list(call)).map(({ id }) => id)).toEqual(expect.arrayContaining([custom, tele, multi]))
  expect((await call(endpoints.listPackages, { query: {} })).totalItems).toBe(2)

  await server.db.updateTable('sims').set({ other_package_id: null }).where('id', '=', sim).execute()
  await remove(call, [multi, custom, multi], 2)
  expect((await call(endpoints.listPackages, { query: {} })).totalItems).toBe(0)
  await remove(call, [tele])
  expect((await list(call)).map(({ label }) => label)).toEqual(['Poller', 'Poller B', 'IoT SAFE'])
  // The next start does not bring the deleted AIDs back, and an upload does.
  await migrate(server.db)
  expect(await list(call)).toHaveLength(3)
  await addPackage(call, telemetry)
  expect((await list(call)).map(({ label, type, packages }) => [label, type, packages])[2]).toEqual(['Telemetry', 'Telemetry', 1])
})

test('the deletion of an AID waits for an upload to it, and is then refused', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { id } = await call(endpoints.createManagedPackageAid, { body: { packageAID: customAid.packageAid, label: 'agent' } })
  const commit = await holdCommits(server)
  const upload = addPackage(call, customAid)
  await waiting(server, 1)
  const deleted = failure(remove(call, [id]))
  await waiting(server, 2)
  await commit()
  await upload
  expect(await deleted).toMatchObject({ code: 'managedAidNotEmpty', detail: 'packages: 1' })
  expect((await list(call)).at(-1)).toMatchObject({ id, packages: 1 })
})

test('only roles with the permission change managed AIDs, and each change has its row in the action log and its event', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const member = await server.signIn('MEMBER')
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${member.accessToken}`)
  const received: string[] = []
  socket.onmessage = ({ data }) => void received.push((JSON.parse(String(data)) as { event: string }).event)
  await new Promise((resolve) => (socket.onopen = resolve))
  const changes = () => received.filter((event) => event === 'PACKAGES_CHANGED').length

  const body = { packageAID: customAid.packageAid, label: 'agent' }
  expect(await codeOf(member(endpoints.createManagedPackageAid, { body }))).toBe('noPermission')
  const { id } = await call(endpoints.createManagedPackageAid, { body })
  await expect.poll(changes).toBe(1)
  expect(await codeOf(member(endpoints.updateManagedPackageAid, { params: { id }, body: { label: 'other' } }))).toBe('noPermission')
  await call(endpoints.updateManagedPackageAid, { params: { id }, body: { label: 'other' } })
  await expect.poll(changes).toBe(2)
  expect(await codeOf(remove(member, [id]))).toBe('noPermission')
  await remove(call, [id])
  await expect.poll(changes).toBe(3)
  socket.close()
  const rows = await server.db
    .selectFrom('action_logs')
    .select('action')
    .where('status', '=', 200)
    .where('request_by', '=', call.email)
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['otaAdd', 'otaUpdate', 'otaDelete'])
})
