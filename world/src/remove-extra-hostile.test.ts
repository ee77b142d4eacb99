import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { defaultSecurityDomainAid, fixedAids, formatAid } from '@simdeck/protocol/aid.ts'
import { responseApdu } from '@simdeck/protocol/apdu.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { registryEntries, type RegistryEntry, registrySubsets } from '@simdeck/protocol/gp/registry.ts'
import { held, put, read, removal, unknown } from './remove-extra.fixture.ts'
import { startAgentWorld } from './scp81.fixture.ts'
import { startWorld, type World } from './testing/start-world.ts'

const { iotSafe, pollerA, pollerB } = fixedAids
const instruction = { delete: 0xe4, getStatus: 0xf2 } as const
const entry = { privileges: null, loadFileAid: null, loadFileVersion: null, moduleAids: [], securityDomainAid: null }
const file = (aid: string, ...modules: string[]): RegistryEntry => ({
  ...entry,
  aid: fromHex(aid),
  state: 1,
  loadFileVersion: { major: 3, minor: 1 },
  moduleAids: modules.map(fromHex),
})
const app = (aid: string, owner: string | null): RegistryEntry => ({
  ...entry,
  aid: fromHex(aid),
  state: 7,
  privileges: fromHex('000000'),
  loadFileAid: owner === null ? null : fromHex(owner),
})

/** Lets a card list this content, whatever it holds. Returns the AIDs that a DELETE names. */
function lie(world: World, index: number, listed: { applications: RegistryEntry[]; loadFiles: RegistryEntry[] }): string[] {
  const deleted: string[] = []
  world.fleet.sims[index]!.card.through = ({ ins, p1, data }, run) => {
    if (ins === instruction.delete) deleted.push(formatAid(data.subarray(2)))
    if (ins !== instruction.getStatus) return run()
    return responseApdu(0x9000, registryEntries.encode(p1 === registrySubsets.applications ? listed.applications : listed.loadFiles))
  }
  return deleted
}

async function outcomesOf(world: World, extra: string, simIds = world.simIds) {
  const { id } = await world.admin(endpoints.putBulkOta, { body: await removal(world, simIds, { extra }) })
  await world.finished(id)
  return (await world.logsOf(id)).map(({ progress: { status, code, reason } }) => ({ status, code, reason }))
}

test('a card that was changed by another hand since it was read keeps everything', async () => {
  await using world = await startWorld({ sims: 3 })
  const { admin, fleet, simIds } = world
  for (const index of [0, 1, 2]) put(world, index, unknown)
  await read(world)
  for (const sim of fleet.sims) sim.stop()
  const extra = `${unknown.packageAid} 3.1`
  const { id } = await admin(endpoints.putBulkOta, { body: await removal(world, simIds, { extra }) })
  const [newer, more, gone] = fleet.sims.map(({ card }) => card.nvm)
  newer!.loadFiles.at(-1)!.version = { major: 3, minor: 2 }
  more!.applications.push({ ...more!.applications.at(-1)!, aid: `${unknown.packageAid}02` })
  gone!.loadFiles.pop()
  gone!.applications.pop()
  const before = [0, 1, 2].map((index) => held(world, index))
  for (const sim of fleet.sims) sim.start()
  await world.finished(id)
  const indexOf = (iccid: string) => world.profiles.findIndex((profile) => profile.iccid === iccid)
  const logs = new Map((await world.logsOf(id)).map(({ iccid, progress }) => [indexOf(iccid), progress]))
  for (const index of [0, 1]) expect(logs.get(index)).toMatchObject({ status: 'Failed', reason: 'contentChanged' })
  expect(logs.get(2)).toMatchObject({ status: 'NotFound' })
  expect([0, 1, 2].map((index) => held(world, index))).toEqual(before)
  const driftOf = async (index: number) => (await admin(endpoints.getSimDrift, { params: { id: simIds[index]! } }))?.differences
  expect(await driftOf(0)).toMatchObject([{ kind: 'extra', version: '3.2' }])
  expect(await driftOf(1)).toMatchObject([{ kind: 'extra', applets: [unknown.moduleAid, `${unknown.packageAid}02`] }])
  expect(await driftOf(2)).toEqual([])
  expect(await outcomesOf(world, extra, [simIds[1]!])).toMatchObject([{ status: 'Succeeded' }])
  expect(held(world, 1)).not.toContain(unknown.packageAid)
})

test('applets that a reading finds after the confirmation keep their package, until a removal names them', async () => {
  await using world = await startWorld({ sims: 1 })
  const { admin, fleet } = world
  put(world, 0, unknown)
  await read(world)
  const extra = `${unknown.packageAid} 3.1`
  const body = await removal(world, world.simIds, { extra })
  const confirmed = (await admin(endpoints.dryRunBulkOta, { body })).extra!.applets.map(({ aid }) => aid)
  expect(confirmed).toEqual([unknown.moduleAid])
  const { nvm } = fleet.sims[0]!.card
  nvm.applications.push({ ...nvm.applications.at(-1)!, aid: `${unknown.packageAid}02` })
  await read(world)
  const { id } = await admin(endpoints.putBulkOta, { body: { ...body, applets: confirmed } })
  // The request is that of the dry run, so a large campaign is set up from it.
  expect((await admin(endpoints.getCampaignOptions, { params: { id } })).options).not.toHaveProperty('applets')
  await world.finished(id)
  expect((await world.logsOf(id)).map(({ progress }) => progress)).toMatchObject([{ status: 'Failed', reason: 'otherApplets' }])
  expect(held(world, 0)).toEqual(expect.arrayContaining([unknown.packageAid, unknown.moduleAid, `${unknown.packageAid}02`]))
  expect(await outcomesOf(world, extra)).toMatchObject([{ status: 'Succeeded' }])
  expect(held(world, 0)).not.toContain(unknown.packageAid)
})

test('a card that lies about its content loses nothing that the user did not name', async () => {
  await using world = await startWorld({ sims: 1 })
  const before = held(world, 0)
  const deleted = lie(world, 0, {
    applications: [
      app(defaultSecurityDomainAid, unknown.packageAid),
      app(pollerA.moduleAid, unknown.packageAid),
      app(iotSafe.moduleAid, null),
    ],
    loadFiles: [file(unknown.packageAid, pollerA.moduleAid), file(pollerA.packageAid), file(pollerB.packageAid), file(iotSafe.packageAid)],
  })
  await read(world)
  const offered = (await world.admin(endpoints.getDriftExtras, { query: {} })).map(({ aid }) => aid)
  expect(offered.toSorted()).toEqual([iotSafe.packageAid, iotSafe.moduleAid].toSorted())
  for (const extra of [
    `${unknown.packageAid} 3.1`,
    `${pollerA.packageAid} 3.1`,
    `${pollerB.packageAid} 3.1`,
    pollerA.moduleAid,
    defaultSecurityDomainAid,
  ]) {
    const plan = await world.admin(endpoints.dryRunBulkOta, { body: await removal(world, world.simIds, { extra }) })
    expect([extra, plan.eligible]).toEqual([extra, 0])
  }
  expect(await outcomesOf(world, `${iotSafe.packageAid} 3.1`)).toMatchObject([{ status: 'NotFound' }])
  expect(deleted).toEqual([iotSafe.packageAid])
  expect(held(world, 0)).toEqual(before)
})

test('a card that refuses DELETE keeps its content, and its SIM stays in the list', async () => {
  await using world = await startWorld({ sims: 1 })
  put(world, 0, unknown)
  await read(world)
  world.fleet.sims[0]!.card.through = ({ ins }, run) => (ins === instruction.delete ? responseApdu(0x6985) : run())
  expect(await outcomesOf(world, `${unknown.packageAid} 3.1`)).toMatchObject([{ status: 'Failed', code: 500, reason: 'imported' }])
  expect((await world.admin(endpoints.listDifferingSims, { query: {} })).totalItems).toBe(1)
})

test('the admin agent of a card without a poller reads the card too, and keeps what it does not know', async () => {
  await using world = await startAgentWorld({ sims: 1 })
  put(world, 0, unknown)
  const [agent] = world.agents
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  const run = async (body: { snapshotId: number; kind: 'inventory' } | Awaited<ReturnType<typeof removal>>) => {
    const { id } = await world.admin(endpoints.putBulkOta, { body })
    expect(await agent!.visit(world.door)).toMatchObject({ kind: 'done' })
    await world.finished(id)
    return (await world.logsOf(id)).map(({ progress: { status, reason } }) => ({ status, reason }))
  }
  await run({ snapshotId, kind: 'inventory' })
  const { nvm } = world.fleet.sims[0]!.card
  const removes = async () => run(await removal(world, world.simIds, { extra: `${unknown.packageAid} 3.1` }))
  nvm.applications.push({ ...nvm.applications.at(-1)!, aid: `${unknown.packageAid}02` })
  expect(await removes()).toEqual([{ status: 'Failed', reason: 'contentChanged' }])
  expect(held(world, 0)).toContain(`${unknown.packageAid}02`)
  expect(await removes()).toEqual([{ status: 'Succeeded', reason: null }])
  expect(held(world, 0)).toEqual([])
})

test('a removal whose answer is lost reads the card again, and has succeeded if the content is gone', async () => {
  await using world = await startAgentWorld({ sims: 1 })
  put(world, 0, unknown)
  const [agent] = world.agents
  const { card } = world.fleet.sims[0]!
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  const reading = await world.admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'inventory' } })
  await agent!.visit(world.door)
  await world.finished(reading.id)
  let deletions = 0
  card.through = ({ ins }, run) => {
    const answer = run()
    if (ins !== instruction.delete) return answer
    deletions++
    throw new Error('the power failed')
  }
  const { id } = await world.admin(endpoints.putBulkOta, {
    body: await removal(world, world.simIds, { extra: `${unknown.packageAid} 3.1` }),
  })
  expect(await agent!.visit(world.door)).toMatchObject({ kind: 'lost' })
  agent!.reset()
  expect(await agent!.visit(world.door)).toMatchObject({ kind: 'done' })
  await world.finished(id)
  expect((await world.logsOf(id))[0]!.progress).toMatchObject({ status: 'Succeeded' })
  expect(deletions).toBe(1)
  expect(held(world, 0)).toEqual([])
})
