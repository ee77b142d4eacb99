import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startFleet } from '@simdeck/simulator/fleet.ts'
import { csvRowOf, writeKeysCsv } from '@simdeck/simulator/keys-csv.ts'
import { telemetryCap } from './testing/recipes.ts'
import { makeProfiles, startWorld, type World } from './testing/start-world.ts'

const { telemetry } = fixedAids

async function read(world: World, simIds: number[]): Promise<void> {
  const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds } })
  const { id } = await world.admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, kind: 'inventory' } })
  expect((await world.finished(id)).state).toBe('completed')
}

const listed = async (world: World) =>
  new Map((await world.admin(endpoints.listDifferingSims, { query: { take: 100 } })).data.map((one) => [one.id, one]))

/** The card without its applet, its load file, or both. */
function lose(world: World, index: number, { applet = true, loadFile = true }: { applet?: boolean; loadFile?: boolean }): void {
  const { nvm } = world.fleet.sims[index]!.card
  if (applet) nvm.applications = nvm.applications.filter(({ aid }) => aid !== telemetry.moduleAid)
  if (loadFile) nvm.loadFiles = nvm.loadFiles.filter(({ aid }) => aid !== telemetry.packageAid)
}

test('cards that lost their applet, hold another version or locked it are found by an inventory and repaired by one campaign', async () => {
  await using world = await startWorld({ sims: 5 })
  const [same, missing, withoutApplet, version, locked] = world.simIds as [number, number, number, number, number]
  const held = await world.upload(telemetryCap(3))
  await world.finished((await world.install(held)).id)
  await read(world, world.simIds)
  expect((await listed(world)).size).toBe(0)
  expect(await world.admin(endpoints.getDriftFigures, {})).toMatchObject({ sims: 5 })

  lose(world, 1, {})
  lose(world, 2, { loadFile: false })
  for (const one of world.fleet.sims[3]!.card.nvm.loadFiles) if (one.aid === telemetry.packageAid) one.version = { major: 1, minor: 9 }
  for (const one of world.fleet.sims[4]!.card.nvm.applications) if (one.aid === telemetry.moduleAid) one.state |= 0x80
  await read(world, world.simIds)
  const found = await listed(world)
  expect([...found.keys()].toSorted((a, b) => a - b)).toEqual([missing, withoutApplet, version, locked])
  expect(found.get(missing)).toMatchObject({ kind: 'missing', withoutApplet: false, package: { packageAID: telemetry.packageAid } })
  expect(found.get(withoutApplet)).toMatchObject({ kind: 'missing', withoutApplet: true })
  expect(found.get(version)).toMatchObject({ kind: 'otherVersion', version: '1.9' })
  expect(found.get(locked)).toMatchObject({ kind: 'otherState' })

  const [remedy] = await world.admin(endpoints.getDriftRemedies, { query: {} })
  expect(remedy).toMatchObject({ count: 4, package: { otaVersion: held.otaVersion }, install: { moduleAID: telemetry.moduleAid } })
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { drift: { remedy: remedy!.group } } })
  const { name: _, ...key } = remedy!.package
  const targets = [{ appletType: 1 as const, package: key, active: true, ...remedy!.install }]
  const campaign = await world.admin(endpoints.putBulkOta, { body: { snapshotId, targets, removalConsent: true } })
  expect((await world.finished(campaign.id)).state).toBe('completed')
  expect((await listed(world)).size).toBe(0)
  await read(world, world.simIds)
  expect((await listed(world)).size).toBe(0)
  expect(await world.admin(endpoints.getSimDrift, { params: { id: same } })).toMatchObject({ differences: [], remedy: null })
  const states = world.fleet.sims.map(({ card }) => card.nvm.applications.find(({ aid }) => aid === telemetry.moduleAid)?.state)
  expect(states).toEqual([7, 7, 7, 7, 7])
})

test('a SIM whose first session reads its card has no difference of its poller', async () => {
  await using world = await startWorld({ sims: 0, fleet: { sims: [] } })
  const profiles = makeProfiles({ sims: 6 })
  const file = new File([writeKeysCsv(profiles.map(csvRowOf))], 'sims.csv')
  await world.admin(endpoints.importSims, { body: { mode: 'add' }, file })
  const simIds = (await world.admin(endpoints.listSims, { query: { take: 100 } })).data.map(({ id }) => id)
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds } })
  const { id } = await world.admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'inventory' } })
  const connect = { host: '127.0.0.1', port: world.server.devicePort }
  const fleet = startFleet({ sims: profiles, connect, speed: 600, seed: 'first session' })
  try {
    expect((await world.finished(id)).state).toBe('completed')
    expect((await listed(world)).size).toBe(0)
  } finally {
    fleet.stop()
  }
})

test('an applet that an update removed before it failed is missing at once, and comes back', async () => {
  // The card refuses the third INSTALL: the one that loads the update.
  await using world = await startWorld({
    sims: 1,
    profile: () => ({ misbehaviours: [{ kind: 'statusWord', sw: 0x6a84, ins: 0xe6, skip: 2 }] }),
  })
  const [simId] = world.simIds as [number]
  const held = await world.upload(telemetryCap(3))
  await world.finished((await world.install(held)).id)
  await read(world, [simId])
  const campaign = await world.install(await world.upload(telemetryCap(4)))
  expect((await world.finished(campaign.id)).state).toBe('completedWithFailures')
  const [one] = (await listed(world)).values()
  expect(one).toMatchObject({ id: simId, kind: 'missing', campaignId: campaign.id, package: { otaVersion: held.otaVersion } })
  const drift = await world.admin(endpoints.getSimDrift, { params: { id: simId } })
  expect(drift).toMatchObject({ cause: { campaignId: campaign.id, sw: '6A84' }, remedy: { package: { otaVersion: held.otaVersion } } })
  await world.finished((await world.install(held)).id)
  expect((await listed(world)).size).toBe(0)
})

test('a card without the recorded key version is found by the first OTA, and a new record ends the difference', async () => {
  await using world = await startWorld({ sims: 2, profile: (index) => (index === 0 ? { keyVersionNumber: 0x31 } : {}) })
  const [other = 0, same = 0] = world.simIds
  await world.server.db.updateTable('sim_keys').set({ key_version_number: 0x30 }).execute()
  const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  const campaign = await world.admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, kind: 'inventory' } })
  expect((await world.finished(campaign.id)).state).toBe('completedWithFailures')
  expect([...(await listed(world)).values()]).toMatchObject([{ id: other, kind: 'keyVersion', version: '30', remedy: null }])
  expect(await world.admin(endpoints.getDriftFigures, {})).toMatchObject({ same: 1, unread: 0, kinds: { keyVersion: 1 } })
  expect(await world.admin(endpoints.getSimDrift, { params: { id: other } })).toMatchObject({
    differences: [{ kind: 'keyVersion', version: '30' }],
  })
  expect(await world.admin(endpoints.getSimDrift, { params: { id: same } })).toMatchObject({ differences: [] })
  expect(await world.admin(endpoints.acceptSimContent, { body: { simIds: [other] } })).toEqual({ accepted: [], busy: [] })
  await world.server.db.updateTable('sim_keys').set({ key_version_number: 0x31 }).where('sim_id', '=', other).execute()
  expect((await listed(world)).size).toBe(0)
  await read(world, [other])
  expect((await listed(world)).size).toBe(0)
})
