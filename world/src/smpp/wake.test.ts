import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeOf } from '@simdeck/server/testing/people.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { keySetOfSim, setKeys, useGateway } from './wake.fixture.ts'
import { counterOn, makeWorld, startCentre } from './wake-world.fixture.ts'

test('a SIM that is woken polls at once, and its page tells each step with the proof of its card', async () => {
  await using world = await makeWorld(1)
  const { admin, simIds } = world
  const params = { id: simIds[0]! }
  const sms = () => admin(endpoints.getSimSms, { params })
  expect(await sms()).toEqual({ keys: null, wakes: 'poller', obstacle: 'noKeys', messages: [] })
  expect(await codeOf(admin(endpoints.wakeSim, { params }))).toBe('simNotWakeable')
  await setKeys(admin, params.id, keySetOfSim(0))
  expect(await sms()).toMatchObject({ keys: { key_set: 3, algorithm: 'aes', tar: '534D01', counter: 0 }, obstacle: 'noGateway' })
  const { centre, port } = await startCentre(world)
  using _ = centre
  await useGateway(admin, port)
  await until(async () => (await admin(endpoints.getSmsSender, {})).bound_since)
  expect(await admin(endpoints.wakeSim, { params })).toMatchObject({ obstacle: null, messages: [{ state: 'queued' }] })
  const message = await until(async () => {
    const [one] = (await sms()).messages
    return one?.proof && one.polled_at ? one : null
  })
  expect(message).toMatchObject({ state: 'delivered', counter: 1, attempts: 1, message_id: '00000001', reason: null })
  expect(message.proof).toMatchObject({ status: 0, is_authentic: true })
  expect(counterOn(world, 0)).toBe(1)
  expect(await admin(endpoints.getSmsSender, {})).toMatchObject({ queued: 0, sent: 0, unknown: 0, accepted: 0, delivered: 1, failed: 0 })
})

test('a message whose answer is lost is sent again with its counter, and the card takes it once', async () => {
  await using world = await makeWorld(1)
  const { admin, simIds } = world
  const params = { id: simIds[0]! }
  await setKeys(admin, params.id, keySetOfSim(0))
  let isOff = true
  const { centre, port } = await startCentre(world, {}, { isOff: () => isOff })
  using _ = centre
  await useGateway(admin, port)
  await until(async () => (await admin(endpoints.getSmsSender, {})).bound_since)
  centre.losesAnswers = true
  await admin(endpoints.wakeSim, { params })
  await until(() => centre.counts.submitted === 1)
  centre.cut()
  centre.losesAnswers = false
  await until(() => centre.counts.submitted === 2)
  // Now the card gets both.
  isOff = false
  const message = await until(async () => {
    const [one] = (await admin(endpoints.getSimSms, { params })).messages
    return one?.state === 'delivered' && one.proof ? one : null
  })
  expect(message).toMatchObject({ attempts: 2, counter: 1, proof: { status: 0 } })
  expect(counterOn(world, 0)).toBe(1)
  const { last_error } = await admin(endpoints.getSmsSender, {})
  expect(last_error).toMatchObject({ failure: 'unreachable', detail: 'the gateway closed the connection' })
})

test('a message that the network loses fails with its cause, and the next one has a higher counter', async () => {
  await using world = await makeWorld(1)
  const { admin, simIds } = world
  const params = { id: simIds[0]! }
  await setKeys(admin, params.id, keySetOfSim(0), 41)
  const { centre, port } = await startCentre(world, { lost: 1 })
  using _ = centre
  await useGateway(admin, port)
  await admin(endpoints.wakeSim, { params })
  const ended = async (count: number) =>
    until(async () => {
      const { messages } = await admin(endpoints.getSimSms, { params })
      return messages.length === count && messages[0]!.state === 'failed' ? messages[0] : null
    })
  expect(await ended(1)).toMatchObject({ counter: 42, reason: 'expired' })
  // Keys that are set again, and a SIM that is deleted and added again, continue.
  await setKeys(admin, params.id, keySetOfSim(0), 7)
  await admin(endpoints.deleteSimSmsKeys, { params })
  await setKeys(admin, params.id, keySetOfSim(0))
  await admin(endpoints.wakeSim, { params })
  expect(await ended(2)).toMatchObject({ counter: 43 })
})

test('keys that the card does not have are told by its refusal', async () => {
  await using world = await makeWorld(1)
  const { admin, simIds } = world
  const params = { id: simIds[0]! }
  await setKeys(admin, params.id, keySetOfSim(1))
  const { centre, port } = await startCentre(world)
  using _ = centre
  await useGateway(admin, port)
  await admin(endpoints.wakeSim, { params })
  const message = await until(async () => {
    const [one] = (await admin(endpoints.getSimSms, { params })).messages
    return one?.proof && one.state === 'delivered' ? one : null
  })
  expect(message.proof).toMatchObject({ status: 1, is_authentic: false })
  expect(message.polled_at).toBeNull()
})

test('a gateway that throttles gets every message in the end, and the figures tell it', async () => {
  await using world = await makeWorld(12)
  const { admin, simIds } = world
  for (const [index, id] of simIds.entries()) await setKeys(admin, id, keySetOfSim(index))
  const { centre, port } = await startCentre(world, { doubled: 0.5, late: 0.5, latestMs: 300 }, { perSecond: 4 })
  using _ = centre
  await useGateway(admin, port, { messages_per_second: 100, window_size: 20 })
  for (const id of simIds) await admin(endpoints.wakeSim, { params: { id } })
  await until(async () => (await admin(endpoints.getSmsSender, {})).delivered === simIds.length)
  const { throttled, throttled_at } = await admin(endpoints.getSmsSender, {})
  expect(throttled).toBeGreaterThan(0)
  expect(throttled_at).not.toBeNull()
  expect(simIds.map((__, index) => counterOn(world, index))).toEqual(simIds.map(() => 1))
})

test('a MEMBER wakes no SIM and sets no keys, and no key is in a log', async () => {
  await using world = await makeWorld(1)
  const member = await world.server.signIn('MEMBER')
  const params = { id: world.simIds[0]! }
  const { kic, kid } = keySetOfSim(0)
  expect(await codeOf(member(endpoints.wakeSim, { params }))).toBe('noPermission')
  expect(await codeOf(setKeys(member, params.id, keySetOfSim(0)))).toBe('noPermission')
  await setKeys(world.admin, params.id, keySetOfSim(0))
  const stored = await world.server.db.selectFrom('sim_sms_keys').selectAll().executeTakeFirstOrThrow()
  for (const column of ['kic', 'kid'] as const) expect(stored[column].toString('hex')).not.toContain(kic.toLowerCase())
  const log = JSON.stringify(await world.server.db.selectFrom('action_logs').selectAll().execute()) + world.server.logged()
  for (const key of [kic, kid]) expect(log.toLowerCase()).not.toContain(key.toLowerCase())
})

test('keys that were sealed with another master key keep no other SIM from being woken', async () => {
  await using world = await makeWorld(2)
  const { admin, simIds } = world
  const { centre, port } = await startCentre(world)
  using _ = centre
  for (const [index, id] of simIds.entries()) await setKeys(admin, id, keySetOfSim(index))
  await world.server.db
    .updateTable('sim_sms_keys')
    .set({ kic: Buffer.alloc(45) })
    .where('sim_id', '=', simIds[0]!)
    .execute()
  await useGateway(admin, port)
  for (const id of simIds) await admin(endpoints.wakeSim, { params: { id } })
  const newest = async (id: number) => (await admin(endpoints.getSimSms, { params: { id } })).messages[0]
  expect(await until(async () => (await newest(simIds[1]!))?.proof)).toMatchObject({ status: 0, is_authentic: true })
  expect(await newest(simIds[0]!)).toMatchObject({ state: 'failed', reason: 'noKeys' })
})
