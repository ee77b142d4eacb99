import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { held, put, read, removal, unknown } from './remove-extra.fixture.ts'
import { startWorld } from './testing/start-world.ts'

const { iotSafe, pollerA, pollerB } = fixedAids
test('a campaign removes a package that nobody meant from all cards that hold it, and nothing else', async () => {
  await using world = await startWorld({ sims: 3 })
  put(world, 0, unknown)
  put(world, 1, unknown)
  const before = held(world, 2)
  await read(world)
  const extra = `${unknown.packageAid} 3.1`
  expect(await world.admin(endpoints.getDriftExtras, { query: {} })).toMatchObject([
    { extra, aid: unknown.packageAid, version: '3.1', package: null, count: 2, withCertificates: 0 },
  ])
  const [first = 0] = world.simIds
  expect(await world.admin(endpoints.getSimDrift, { params: { id: first } })).toMatchObject({
    differences: [{ kind: 'extra', protectedBy: null, applets: [unknown.moduleAid] }],
  })
  const body = await removal(world, world.simIds, { extra })
  const plan = await world.admin(endpoints.dryRunBulkOta, { body })
  expect(plan).toMatchObject({
    eligible: 2,
    actions: [{ kind: 'remove-extra', fromName: unknown.packageAid, fromVersion: '3.1', count: 2 }],
  })
  expect(plan.excluded).toMatchObject([{ reason: 'notInstalled', count: 1 }])
  const frozen = await world.admin(endpoints.createSnapshot, { body: { drift: { extra } } })
  expect(frozen.total).toBe(2)
  const campaign = await world.admin(endpoints.putBulkOta, { body: { ...body, snapshotId: frozen.id } })
  expect((await world.finished(campaign.id)).state).toBe('completed')
  for (const index of [0, 1, 2]) expect(held(world, index)).toEqual(before)
  expect((await world.admin(endpoints.listDifferingSims, { query: {} })).totalItems).toBe(0)
  await read(world)
  expect((await world.admin(endpoints.listDifferingSims, { query: {} })).totalItems).toBe(0)
})

test('a poller, a security domain in use and an IoT SAFE applet with certificates stay until the user says so', async () => {
  await using world = await startWorld({ sims: 2 })
  const [first = 0, second = 0] = world.simIds
  put(world, 0, iotSafe)
  put(world, 1, pollerB)
  for (const index of [0, 1]) world.fleet.sims[index]!.card.nvm.applications.at(-1)!.state = 3
  const domain = 'A00000015153504402'
  put(world, 1, { packageAid: 'F0AABBCCDD88', moduleAid: domain })
  Object.assign(world.fleet.sims[1]!.card.nvm.applications.at(-1)!, { state: 0x0f, privileges: '800000' })
  await read(world)
  const { db } = world.server
  await db
    .insertInto('sim_certificates')
    .values({
      sim_id: first,
      is_open: false,
      template_name: 'Devices',
      identity: '{}',
      subject: Buffer.from('30', 'hex'),
      csr_subject: 'CN=1',
      label: 'Device',
      slot_id: 1,
      key_object_id: '01',
      file_object_id: '02',
      delivery: 'Auto',
      key_pair_status: 'Generated',
      csr_status: 'Received',
      cert_status: 'Active',
    } as never)
    .execute()
  const reasonsOf = async (simIds: number[], extra: string, more = {}) =>
    (await world.admin(endpoints.dryRunBulkOta, { body: await removal(world, simIds, { extra, ...more }) })).excluded.map(
      ({ reason }) => reason,
    )
  expect(await reasonsOf([second], `${pollerB.packageAid} 3.1`)).toEqual(['protectedContent'])
  expect(await reasonsOf([second], `F0AABBCCDD88 3.1`)).toEqual(['protectedContent'])
  expect(await reasonsOf([first, second], `${pollerA.packageAid} 1.0`)).toEqual(['notInstalled'])
  expect(await world.admin(endpoints.getDriftExtras, { query: {} })).toMatchObject([{ aid: iotSafe.packageAid, withCertificates: 1 }])
  const extra = `${iotSafe.packageAid} 3.1`
  expect(await reasonsOf([first], extra)).toEqual(['holdsCertificates'])
  expect(await reasonsOf([first], extra, { withCertificates: true })).toEqual([])
  expect((await world.admin(endpoints.getSimDrift, { params: { id: first } }))?.certificates).toBe(1)
  const campaign = await world.admin(endpoints.putBulkOta, { body: await removal(world, [first], { extra, withCertificates: true }) })
  expect((await world.finished(campaign.id)).state).toBe('completed')
  expect(held(world, 0)).not.toContain(iotSafe.packageAid)
  const [certificate] = await db.selectFrom('sim_certificates').select('cert_status').execute()
  expect(certificate?.cert_status).toBe('Deleted')
})

test('content that is meant by the time of the poll is not removed', async () => {
  await using world = await startWorld({ sims: 1 })
  const [id = 0] = world.simIds
  put(world, 0, unknown)
  await read(world)
  world.fleet.sims[0]!.stop()
  const campaign = await world.admin(endpoints.putBulkOta, {
    body: await removal(world, [id], { extra: `${unknown.packageAid} 3.1` }),
  })
  const accepted = () => world.admin(endpoints.acceptSimContent, { body: { simIds: [id] } })
  expect(await accepted()).toEqual({ accepted: [], busy: [id] })
  await world.server.db.updateTable('sims').set({ other_instance_aid: unknown.moduleAid }).where('id', '=', id).execute()
  world.fleet.sims[0]!.start()
  expect(await world.finished(campaign.id)).toMatchObject({ state: 'completedWithFailures' })
  expect(held(world, 0)).toContain(unknown.packageAid)
})
