import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { responseStatus } from '@simdeck/protocol/scp80/response-status.ts'
import { codeOf } from '@simdeck/server/testing/people.ts'
import { until } from '@simdeck/server/testing/until.ts'
import type { Visit } from '@simdeck/simulator/admin-agent.ts'
import { setKey, startAgentWorld } from '../scp81.fixture.ts'
import { telemetryCap } from '../testing/recipes.ts'
import { startCentre, wakesOf } from './wake-world.fixture.ts'
import { keySetOfSim, numberOfSim, setKeys, useGateway } from './wake.fixture.ts'

const triggerTar = '000000'

/** Cards without a poller whose admin agents follow messages, and a message centre in front of them. */
async function startWakeableAgents(sims: number) {
  const world = await startAgentWorld({
    sims,
    profile: (index) => ({ otaKeySets: [keySetOfSim(index)] }),
    row: (index) => ({ msisdn: numberOfSim(index) }),
  })
  const { centre, port } = await startCentre(world)
  await useGateway(world.admin, port)
  const visits: Visit[][] = world.agents.map(() => [])
  for (const [at, agent] of world.agents.entries()) agent.followMessages(world.door, (visit) => visits[at]!.push(visit))
  for (const [at, id] of world.simIds.entries()) await setKeys(world.admin, id, keySetOfSim(at))
  return Object.assign(world, { centre, visits })
}

test('an SMS lets the admin agent of a card connect, and its OTA runs at once', async () => {
  await using world = await startWakeableAgents(1)
  using _ = world.centre
  const { admin, simIds, profiles, visits } = world
  const params = { id: simIds[0]! }
  const uri = Buffer.from('/server/woken')
  const httpPost = Buffer.concat([Buffer.of(0x89, uri.length + 2, 0x8c, uri.length), uri]).toString('hex')
  expect(await admin(endpoints.getSimSms, { params })).toMatchObject({ wakes: 'poller' })
  await setKey(world, params.id, profiles[0]!, { trigger_tar: triggerTar, trigger_parameters: httpPost })
  expect(await admin(endpoints.getSimSms, { params })).toMatchObject({ wakes: 'agent', obstacle: null })
  const { id } = await world.install(await world.upload(telemetryCap(4)))
  await admin(endpoints.wakeSim, { params })
  expect((await world.finished(id)).counts).toMatchObject({ Succeeded: 1 })
  await until(async () => visits[0]!.length > 0)
  expect(visits[0]).toEqual([{ kind: 'done', scripts: expect.any(Number) }])
  const [message] = await until(async () => {
    const { messages } = await admin(endpoints.getSimSms, { params })
    return messages[0]?.proof && messages[0].polled_at && messages
  })
  expect(message).toMatchObject({ state: 'delivered', counter: 1, proof: { status: responseStatus.ok, is_authentic: true } })
  const [session] = await admin(endpoints.listSimSessions, { params, query: { take: 1 } })
  expect(session?.messages[0]).toMatchObject({ fields: { transport: 'SCP81' } })
})

test('a visit for which nothing is due is logged as an idle poll', async () => {
  await using world = await startWakeableAgents(1)
  using _ = world.centre
  const { admin, simIds, profiles } = world
  const params = { id: simIds[0]! }
  await setKey(world, params.id, profiles[0]!, { trigger_tar: triggerTar })
  await admin(endpoints.wakeSim, { params })
  await until(async () => (await admin(endpoints.getSimSms, { params })).messages[0]?.polled_at)
  expect(await admin(endpoints.listSimSessions, { params, query: { take: 1 } })).toEqual([])
})

test('a campaign wakes the agents of its SIMs', async () => {
  await using world = await startWakeableAgents(3)
  using _ = world.centre
  const { admin, simIds, profiles } = world
  for (const [at, id] of simIds.entries()) await setKey(world, id, profiles[at]!, { trigger_tar: triggerTar })
  const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds } })
  await admin(endpoints.dryRunBulkOta, { body: { snapshotId, kind: 'inventory' } })
  expect(await admin(endpoints.getDryRunWakes, { params: { id: snapshotId } })).toMatchObject({ eligible: 3, wakeable: 3 })
  const { id } = await admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'inventory', wakeSims: true } })
  expect((await world.finished(id)).counts).toMatchObject({ Succeeded: 3 })
  await until(async () => (await wakesOf(world, id)).delivered === 3)
  expect(world.visits.map((visits) => visits.length)).toEqual([1, 1, 1])
  expect(await admin(endpoints.getSimScp81, { params: { id: simIds[0]! } })).toMatchObject({
    key: { trigger_tar: triggerTar, trigger_parameters: null, seen_at: expect.any(String) },
  })
})

test('a card without an admin agent refuses the message, and its page tells so', async () => {
  await using world = await startWakeableAgents(1)
  using _ = world.centre
  const { admin, simIds, profiles, fleet } = world
  const params = { id: simIds[0]! }
  await setKey(world, params.id, profiles[0]!, { trigger_tar: triggerTar })
  fleet.sims[0]!.card.sessionRequested = null
  await admin(endpoints.wakeSim, { params })
  const message = await until(async () => {
    const { messages } = await admin(endpoints.getSimSms, { params })
    return messages[0]?.proof && messages[0]
  })
  expect(message).toMatchObject({ proof: { status: responseStatus.tarUnknown, is_authentic: false } })
})

test('a key stays when only what belongs to it changes, and wrong parameters change nothing', async () => {
  await using world = await startWakeableAgents(1)
  using _ = world.centre
  const { admin, agents, door, simIds, profiles } = world
  const params = { id: simIds[0]! }
  const { identity } = profiles[0]!
  const put = (body: { trigger_tar?: string; trigger_parameters?: string }) =>
    codeOf(admin(endpoints.putSimScp81Key, { params, body: { identity, ...body } }))
  expect(await put({ trigger_tar: triggerTar, trigger_parameters: '8200' })).toBe('invalidInput')
  expect(await put({ trigger_parameters: '8900' })).toBe('invalidInput')
  expect(await put({ trigger_tar: triggerTar, trigger_parameters: '89'.repeat(95) })).toBe('invalidInput')
  expect((await admin(endpoints.getSimScp81, { params })).key).toMatchObject({ trigger_tar: null })
  expect(await admin(endpoints.putSimScp81Key, { params, body: { identity, trigger_tar: triggerTar } })).toMatchObject({
    key: { trigger_tar: triggerTar },
  })
  expect(await agents[0]!.visit(door)).toMatchObject({ kind: 'done' })
  await admin(endpoints.deleteSimScp81Key, { params })
  expect(await put({})).toBe('scp81KeyMissing')
})

test('the action log has what a change of the key changes for messages, and no key', async () => {
  await using world = await startWakeableAgents(1)
  using _ = world.centre
  const { admin, simIds, profiles } = world
  const params = { id: simIds[0]! }
  const { identity } = profiles[0]!
  const key = '5A'.repeat(16)
  const changed = async (body: { key?: string; files_aid?: string; trigger_tar?: string; trigger_parameters?: string }) => {
    await admin(endpoints.putSimScp81Key, { params, body: { identity, ...body } })
    const { data } = await admin(endpoints.listSystemLogs, { query: { take: 1 } })
    return data[0]?.changes
  }
  const kept = { field: 'SCP81', before: identity, after: identity }
  const first = await changed({ key, files_aid: 'A00000055910100001', trigger_tar: triggerTar, trigger_parameters: '8900' })
  expect(first).toEqual([
    kept,
    { field: 'SCP81 AID', before: null, after: 'A00000055910100001' },
    { field: 'SCP81 TAR', before: null, after: triggerTar },
    { field: 'SCP81 parameters', before: null, after: '8900' },
  ])
  const rest = { files_aid: 'A00000055910100001', trigger_tar: triggerTar }
  expect(await changed({ ...rest, trigger_parameters: '89048a026162' })).toEqual([
    kept,
    { field: 'SCP81 parameters', before: '8900', after: '89048A026162' },
  ])
  expect(await changed({})).toEqual([
    kept,
    { field: 'SCP81 AID', before: 'A00000055910100001', after: null },
    { field: 'SCP81 TAR', before: triggerTar, after: null },
    { field: 'SCP81 parameters', before: '89048A026162', after: null },
  ])
  const { data } = await admin(endpoints.listSystemLogs, { query: {} })
  expect(JSON.stringify(data)).not.toContain(key)
})
