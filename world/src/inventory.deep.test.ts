import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { InventoryEntry, SimInventory } from '@simdeck/contract/sim-inventory.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { customCap, telemetryCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const getStatus = 0xf2

async function startInventory(world: World, simId: number): Promise<number> {
  const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds: [simId] } })
  const started = await world.admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, kind: 'inventory' } })
  return started.id
}

async function inventoryOf(world: World, simId: number): Promise<SimInventory | null> {
  return world.admin(endpoints.getSimInventory, { params: { id: simId } })
}

/** Runs an inventory of the SIM's card and returns its outcome, its OTA log and the stored inventory. */
async function read(world: World, simId: number) {
  const campaignId = await startInventory(world, simId)
  const { state } = await world.finished(campaignId)
  const [log] = await world.logsOf(campaignId)
  return { state, log: log!, inventory: await inventoryOf(world, simId) }
}

const standings = (inventory: SimInventory | null, kind: InventoryEntry['kind']) =>
  Object.fromEntries(inventory?.entries.filter((one) => one.kind === kind).map((one) => [one.aid, one.standing]) ?? [])

/** AIDs of the load files in the card's own registry. The server's inventory must list all of them. */
function loadFilesOf(world: World, index: number): string[] {
  return world.fleet.sims[index]!.registry().loadFiles.map(({ aid }) => aid)
}

test('the content of the card is read over the air, page by page, and compared with the records', async () => {
  await using world = await startWorld({ sims: 1 })
  const [simId] = world.simIds as [number]
  expect(await inventoryOf(world, simId)).toBeNull()
  const telemetry = await world.upload(telemetryCap(3))
  await world.finished((await world.install(telemetry)).id)

  const first = await read(world, simId)
  expect(first).toMatchObject({ state: 'completed', log: { progress: { status: 'Succeeded' }, applet_type: null, package: null } })
  expect(standings(first.inventory, 'loadFile')).toMatchObject({ [telemetry.packageAID]: 'both', A0000000620101: 'platform' })
  expect(standings(first.inventory, 'application')).toMatchObject({ [fixedAids.telemetry.moduleAid]: 'both' })
  expect(Object.keys(standings(first.inventory, 'loadFile'))).toEqual(expect.arrayContaining(loadFilesOf(world, 0)))
  await until(async () => {
    const sessions = await world.admin(endpoints.listSimSessions, { params: { id: simId }, query: { take: 1 } })
    return sessions.some(({ messages }) => messages.some(({ commands }) => commands.some(({ sw }) => sw === '6310')))
  })

  const { nvm } = world.fleet.sims[0]!.card
  nvm.applications = nvm.applications.filter(({ aid }) => aid.toUpperCase() !== fixedAids.telemetry.moduleAid)
  nvm.loadFiles = nvm.loadFiles.map((one) => ({ ...one, aid: one.aid.toUpperCase() === telemetry.packageAID ? 'f0f1f2f3f4f5' : one.aid }))
  const { inventory } = await read(world, simId)
  expect(standings(inventory, 'loadFile')).toMatchObject({ [telemetry.packageAID]: 'recordOnly', F0F1F2F3F4F5: 'cardOnly' })
  expect(standings(inventory, 'application')).toMatchObject({ [fixedAids.telemetry.moduleAid]: 'recordOnly' })
  expect(inventory?.changedSince).toBe(false)
  await world.finished((await world.install(await world.upload(customCap()))).id)
  expect((await inventoryOf(world, simId))?.changedSince).toBe(true)
})

const troubles: [string, Misbehaviour][] = [
  ['loses its power after it ran GET STATUS', { kind: 'powerLoss', ins: getStatus, skip: 1 }],
  ['loses its power before it runs GET STATUS', { kind: 'powerLoss', before: true, ins: getStatus, skip: 2 }],
  ['counts GET STATUS and loses the answer', { kind: 'cardReset', ins: getStatus }],
  ['ends its session in the middle', { kind: 'giveUp', ins: getStatus, skip: 1 }],
  ['polls again and continues without the answer that was on its way', { kind: 'secondPoll', skip: 2 }],
]

test.each(troubles)('a card that %s is read completely', async (_, misbehaviour) => {
  await using world = await startWorld({ sims: 1, profile: () => ({ misbehaviours: [misbehaviour] }) })
  const [simId] = world.simIds as [number]
  const { log, inventory } = await read(world, simId)
  expect(log.progress.status).toBe('Succeeded')
  expect(log.interruptions).toBeGreaterThan(0)
  expect(Object.keys(standings(inventory, 'loadFile'))).toEqual(expect.arrayContaining(loadFilesOf(world, 0)))
})

test('an answer that cannot be decoded fails the OTA with its reason and leaves the last inventory as it was', async () => {
  await using world = await startWorld({ sims: 1 })
  const [simId] = world.simIds as [number]
  const { inventory } = await read(world, simId)
  expect(inventory).not.toBeNull()
  const { nvm } = world.fleet.sims[0]!.card
  const { securityDomain } = nvm
  const owner = { securityDomainAid: securityDomain.aid, moduleAids: [], imports: [], size: 0 }
  nvm.loadFiles = [{ aid: 'f0', version: { major: 1, minor: 0 }, ...owner }]
  const { log, inventory: after } = await read(world, simId)
  expect(log.progress).toMatchObject({ status: 'Failed', code: 100, reason: 'unreadable' })
  expect(after?.readAt).toBe(inventory?.readAt)
  expect(after?.entries.map(({ aid }) => aid)).toEqual(inventory?.entries.map(({ aid }) => aid))
})

test('a card that does not list load files with their modules is asked for load files alone', async () => {
  const misbehaviours: Misbehaviour[] = [{ kind: 'statusWord', sw: 0x6a86, ins: getStatus, skip: 1 }]
  await using world = await startWorld({ sims: 1, profile: () => ({ misbehaviours }) })
  const [simId] = world.simIds as [number]
  const { log, inventory } = await read(world, simId)
  expect(log.progress.status).toBe('Succeeded')
  expect(inventory?.entries.flatMap(({ modules }) => modules)).toEqual([])
  expect(Object.keys(standings(inventory, 'loadFile'))).toEqual(expect.arrayContaining(loadFilesOf(world, 0)))
})

test('an open inventory does not prevent an install, and a SIM has at most one open inventory', async () => {
  await using world = await startWorld({ sims: 1, fleet: { speed: 1 } })
  const [simId] = world.simIds as [number]
  await startInventory(world, simId)
  await expect(startInventory(world, simId)).rejects.toMatchObject({ body: { code: 'noTargetSims' } })
  const install = await world.install(await world.upload(telemetryCap(3)))
  expect(install).toMatchObject({ total: 1, excluded: 0 })
})
