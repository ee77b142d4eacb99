import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { codeOf } from '@simdeck/server/testing/people.ts'
import { until } from '@simdeck/server/testing/until.ts'
import type { World } from '../testing/start-world.ts'
import { keySetOfSim, setKeys, useGateway } from './wake.fixture.ts'
import { counterOn, makeWorld, startCentre, wakesOf } from './wake-world.fixture.ts'

const start = async ({ admin }: World, simIds: number[], rollout?: RolloutInput) => {
  const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds } })
  const { id } = await admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'inventory', wakeSims: true, ...(rollout && { rollout }) } })
  return id
}
const change = ({ admin }: World, id: number, action: 'pause' | 'resume' | 'release') =>
  admin(endpoints.changeCampaign, { params: { id }, body: { action } })
const newest = async ({ admin }: World, id: number) => (await admin(endpoints.getSimSms, { params: { id } })).messages[0]

test('a campaign that wakes its SIMs ends long before their next poll, wave by wave, and wakes each SIM once', async () => {
  await using world = await makeWorld(4)
  const { admin, simIds } = world
  for (const [index, id] of simIds.entries()) await setKeys(admin, id, keySetOfSim(index))
  const { centre, port } = await startCentre(world, { doubled: 0.5 })
  using _ = centre
  await useGateway(admin, port)
  const id = await start(world, simIds, { waves: [{ sims: 1 }], order: 'id', next: 'manual', maxFailedPercent: null })
  expect(await wakesOf(world, id)).toMatchObject({ waiting: 4, sent: 0, delivered: 0, failed: [], skipped: [] })
  const succeeded = (count: number) =>
    until(async () => (await admin(endpoints.getCampaign, { params: { id } })).counts.Succeeded === count)
  await succeeded(1)
  await until(async () => (await wakesOf(world, id)).delivered === 1)
  expect(await wakesOf(world, id)).toMatchObject({ waiting: 3, delivered: 1 })
  expect(simIds.map((__, index) => counterOn(world, index))).toEqual([1, 0, 0, 0])
  await change(world, id, 'release')
  await succeeded(4)
  await until(async () => (await wakesOf(world, id)).delivered === 4)
  expect(await world.finished(id)).toMatchObject({
    state: 'completed',
    wakes: { waiting: 0, sent: 0, delivered: 4, failed: [], skipped: [] },
  })
  expect(simIds.map((__, index) => counterOn(world, index))).toEqual([1, 1, 1, 1])
  expect(await newest(world, simIds[3]!)).toMatchObject({ state: 'delivered', counter: 1 })
})

test('a SIM without keys or without a number is left out with its reason, and the dry run tells so before', async () => {
  await using world = await makeWorld(4)
  const { admin, simIds, server } = world
  for (const index of [0, 1, 2]) await setKeys(admin, simIds[index]!, keySetOfSim(index))
  await server.db.updateTable('sims').set({ msisdn: null }).where('id', '=', simIds[1]!).execute()
  const { centre, port } = await startCentre(world)
  using _ = centre
  const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds } })
  const params = { id: snapshotId }
  expect(await codeOf(admin(endpoints.getDryRunWakes, { params }))).toBe('dryRunNotFound')
  await admin(endpoints.dryRunBulkOta, { body: { snapshotId, kind: 'inventory' } })
  const counted = { eligible: 4, wakeable: 2, noKeys: 1, noNumber: 1 }
  expect(await admin(endpoints.getDryRunWakes, { params })).toEqual({ ...counted, gateway: 'none' })
  await useGateway(admin, port)
  expect(await admin(endpoints.getDryRunWakes, { params })).toEqual({ ...counted, gateway: 'ready' })
  const member = await server.signIn('MEMBER')
  expect(await codeOf(member(endpoints.getDryRunWakes, { params }))).toBe('noPermission')
  const id = await start(world, simIds)
  await until(async () => (await wakesOf(world, id)).delivered === 2)
  expect(await wakesOf(world, id)).toEqual({
    waiting: 0,
    sent: 0,
    delivered: 2,
    failed: [],
    skipped: [
      { reason: 'noKeys', sims: 1 },
      { reason: 'noNumber', sims: 1 },
    ],
  })
  expect((await admin(endpoints.getCampaignOptions, { params: { id } })).options.wakeSims).toBe(true)
  expect(await admin(endpoints.cancelOta, { params: { id }, body: {} })).toMatchObject({ cancelled: 2 })
})

test('a pause holds the messages that wait, one SIM can still be woken by hand, and a stop cancels the others', async () => {
  await using world = await makeWorld(6)
  const { admin, simIds } = world
  for (const [index, id] of simIds.entries()) await setKeys(admin, id, keySetOfSim(index))
  const { centre, port } = await startCentre(world, {}, { isOff: () => true })
  using _ = centre
  await useGateway(admin, port, { messages_per_second: 1, window_size: 10 })
  await until(async () => (await admin(endpoints.getSmsSender, {})).bound_since)
  const [outside, ...inside] = simIds as [number, ...number[]]
  const id = await start(world, inside)
  await until(() => centre.counts.accepted >= 1)
  await change(world, id, 'pause')
  const queued = async () => {
    const states = await Promise.all(inside.map(async (simId) => ({ simId, message: await newest(world, simId) })))
    return states.filter(({ message }) => message?.state === 'queued').map(({ simId }) => simId)
  }
  // A message that was claimed before the pause may still be on its way.
  const held = await until(async () => {
    const sims = await queued()
    const { sent, unknown } = await admin(endpoints.getSmsSender, {})
    return sent + unknown === 0 && sims.length > 1 && sims
  })
  // The sender passes the held messages over and sends these.
  await admin(endpoints.wakeSim, { params: { id: outside } })
  await admin(endpoints.wakeSim, { params: { id: held[0]! } })
  for (const simId of [outside, held[0]!])
    await until(async () => {
      const message = await newest(world, simId)
      return message && message.state !== 'queued' && message.state !== 'sent'
    })
  expect(await queued()).toEqual(held.slice(1))
  expect((await wakesOf(world, id)).waiting).toBeGreaterThanOrEqual(held.length - 1)
  await admin(endpoints.cancelOta, { params: { id }, body: {} })
  await until(async () => (await queued()).length === 0)
  for (const simId of held.slice(1)) expect(await newest(world, simId)).toMatchObject({ state: 'failed', reason: 'cancelled', attempts: 0 })
  const wakes = await until(async () => {
    const found = await wakesOf(world, id)
    return found.skipped.length > 0 && found
  })
  expect(wakes).toMatchObject({ waiting: 0, skipped: [{ reason: 'ended', sims: held.length - 1 }] })
})

test('a paused campaign goes on with its messages when it is resumed', async () => {
  await using world = await makeWorld(3)
  const { admin, simIds } = world
  for (const [index, id] of simIds.entries()) await setKeys(admin, id, keySetOfSim(index))
  const { centre, port } = await startCentre(world)
  using _ = centre
  await useGateway(admin, port, { messages_per_second: 1 })
  const id = await start(world, simIds)
  await change(world, id, 'pause')
  await change(world, id, 'resume')
  await until(async () => (await admin(endpoints.getCampaign, { params: { id } })).state === 'completed')
  expect(simIds.map((__, index) => counterOn(world, index))).toEqual([1, 1, 1])
})

test('without a gateway, or while its sending is paused, no SIM is woken, and the campaign waits for its polls', async () => {
  await using world = await makeWorld(2)
  const { admin, simIds } = world
  for (const [index, id] of simIds.entries()) await setKeys(admin, id, keySetOfSim(index))
  const [first, second] = simIds as [number, number]
  const skippedOf = (id: number) =>
    until(async () => {
      const { skipped } = await wakesOf(world, id)
      return skipped.length > 0 && skipped
    })
  expect(await skippedOf(await start(world, [first]))).toEqual([{ reason: 'noGateway', sims: 1 }])
  const { centre, port } = await startCentre(world)
  using _ = centre
  await useGateway(admin, port, { is_paused: true })
  const id = await start(world, [second])
  expect(await skippedOf(id)).toEqual([{ reason: 'gatewayPaused', sims: 1 }])
  expect(await admin(endpoints.getCampaign, { params: { id } })).toMatchObject({ state: 'running', counts: { Ready: 1 } })
  expect(await newest(world, second)).toBeUndefined()
})
