import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { readCap } from '@simdeck/protocol/cap/read-cap.ts'
import { writeCap } from '@simdeck/protocol/cap/write-cap.ts'
import { loadCommands, loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import { fillingBlockSize } from '@simdeck/protocol/ota/chunk.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { customAid, customCap, libraryCap, telemetryCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const key = ({ packageAID, otaVersion, label }: OtaPackage) => ({ packageAID, otaVersion, label })
const other = (chosen: OtaPackage, active: boolean): OtaTargetInput => ({ appletType: 1, package: key(chosen), active })

async function dryRun(world: World, chosen: OtaPackage, active = true) {
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  return world.admin(endpoints.dryRunBulkOta, { body: { snapshotId, targets: [other(chosen, active)] } })
}

async function succeed(world: World, target: OtaTargetInput, simIds?: number[]): Promise<number> {
  const { id } = await world.campaign(target, simIds)
  expect(await world.finished(id)).toMatchObject({ state: 'completed' })
  return id
}

const versionsOn = (world: World, { packageAID }: OtaPackage) =>
  world.fleet.sims.map((sim) => sim.registry().loadFiles.find(({ aid }) => aid === packageAID)?.version ?? null)

const usingOf = async (world: World, chosen: OtaPackage) => (await world.admin(endpoints.getPackage, { params: key(chosen) })).simsUsing

test('a library is replaced while no package imports it, and is removed after its importing package', async () => {
  await using world = await startWorld({ sims: 2 })
  const [first = 0, second = 0] = world.simIds
  const old = await world.upload({ ...libraryCap, packageVersion: { major: 1, minor: 1 } })
  const library = await world.upload(libraryCap)
  const agent = await world.upload(customCap({ imports: [{ aid: libraryCap.packageAid, major: 1, minor: 1 }] }))
  await succeed(world, other(old, true))
  expect(await dryRun(world, library)).toMatchObject({
    eligible: 2,
    actions: [{ kind: 'update', fromName: old.name, fromVersion: '1.1', count: 2 }],
    losses: [{ name: old.name, version: '1.1', count: 2 }],
  })
  await succeed(world, other(agent, true), [first])
  await succeed(world, other(await world.upload(telemetryCap(3)), true), [second])
  const importers = [{ packageAID: customAid.package, otaVersion: '1.0', label: agent.label, name: agent.name }]
  for (const [chosen, active] of [
    [library, true],
    [old, false],
  ] as const) {
    const { eligible, excluded } = await dryRun(world, chosen, active)
    expect([eligible, excluded]).toMatchObject([1, [{ reason: 'imported', count: 1, sims: [{ id: first }], importers }]])
  }

  const replaced = await succeed(world, other(library, true))
  expect((await world.logsOf(replaced)).map(({ progress }) => [progress.action_type.type, progress.status])).toEqual([
    [1, 'Succeeded'],
    [2, 'Succeeded'],
  ])
  expect(versionsOn(world, library)).toEqual(['1.1', '1.2'])
  expect([await usingOf(world, old), await usingOf(world, library)]).toEqual([1, 1])
  // The applet of the other SIM stays, on the card and in the record.
  expect(world.fleet.sims[1]!.registry().applications.map(({ aid }) => aid)).toContain(fixedAids.telemetry.moduleAid)
  expect(await world.admin(endpoints.getSim, { params: { id: second } })).toMatchObject({ other_applet_version: '2.3' })

  await succeed(world, { appletType: 1, active: false }, [first])
  const removal = await succeed(world, other(old, false))
  expect(await world.admin(endpoints.getCampaign, { params: { id: removal } })).toMatchObject({
    action: 'remove',
    package: key(old),
    library: true,
    total: 1,
    excluded: 1,
  })
  expect(versionsOn(world, library)).toEqual([null, '1.2'])
  expect([await usingOf(world, old), await usingOf(world, library)]).toEqual([0, 1])
  // A removed library no longer counts as held: neither for packages that import it, nor for another removal.
  const reasons = async (chosen: OtaPackage, active = true) =>
    (await dryRun(world, chosen, active)).excluded.map(({ reason, count }) => [reason, count])
  expect(await reasons(agent)).toEqual([['missingImport', 1]])
  expect(await reasons(old, false)).toEqual([
    ['notInstalled', 1],
    ['otherVersion', 1],
  ])
})

test('after a power loss at the last LOAD, a library is deleted from the card and loaded again', async () => {
  const cut = { receiveBuffer: 255, enc: true }
  const components = readCap(writeCap(libraryCap)).loadFileData({ descriptor: false })
  const blocks = loadCommands(
    loadFileStructure.encode({ dapBlocks: [], components }),
    fillingBlockSize(cut, { level: 0x03, macLength: 8 }),
  ).length
  expect(blocks).toBeGreaterThan(5)
  await using world = await startWorld({
    sims: 1,
    profile: () => ({ receiveBuffer: cut.receiveBuffer, misbehaviours: [{ kind: 'powerLoss', block: blocks - 1 }] }),
  })
  const library = await world.upload(libraryCap)
  const [log] = await world.logsOf(await succeed(world, other(library, true)))
  expect(log).toMatchObject({ interruptions: 1, progress: { status: 'Succeeded' } })
  expect(versionsOn(world, library)).toEqual(['1.2'])
  const sessions = await until(async () => {
    const found = await world.admin(endpoints.listSimSessions, { params: { id: world.simIds[0]! }, query: {} })
    return found.some(({ close_code }) => close_code === 0) && found
  })
  const results = sessions
    .flatMap(({ messages }) => messages)
    .flatMap(({ direction, commands }) => (direction === 'card' ? commands.map(({ name, sw }) => `${name} ${sw}`) : []))
  // The card received the whole file before its power failed, and would refuse another LOAD without the DELETE.
  expect(results.filter((result) => result.startsWith('DELETE'))).toEqual(['DELETE 9000'])
  expect(results.filter((result) => result === 'LOAD 9000')).toHaveLength(2 * blocks - 1)
})

test('an OTA fails and the library stays when the card refuses its deletion because of an unknown package', async () => {
  await using world = await startWorld({ sims: 1 })
  const old = await world.upload({ ...libraryCap, packageVersion: { major: 1, minor: 1 } })
  const library = await world.upload(libraryCap)
  await succeed(world, other(old, true))
  const { nvm } = world.fleet.sims[0]!.card
  const unknown = { aid: 'F0998877665544', version: { major: 1, minor: 0 }, moduleAids: [], imports: [old.packageAID], size: 64 }
  nvm.loadFiles.push({ ...unknown, securityDomainAid: nvm.securityDomain.aid })

  const refused = { status: 'Failed', code: 500, sw: '6985', reason: 'imported' }
  const removal = await world.campaign(other(old, false))
  expect(await world.finished(removal.id)).toMatchObject({ state: 'completedWithFailures', counts: { Failed: 1 } })
  expect((await world.logsOf(removal.id)).map(({ progress }) => progress)).toMatchObject([refused])

  const replacement = await world.campaign(other(library, true))
  const [install, uninstall] = await until(async () => {
    const logs = await world.logsOf(replacement.id)
    return logs.some(({ progress }) => progress.status === 'Failed') && logs.map(({ progress }) => progress)
  })
  expect([install, uninstall]).toMatchObject([{ status: 'Ready' }, refused])
  expect(versionsOn(world, library)).toEqual(['1.1'])
  expect(await usingOf(world, old)).toBe(1)
})
