import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { customCap, telemetryCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'

test('a card without enough free memory gets no commands and keeps its applet; memory freed by the removal counts', async () => {
  await using world = await startWorld({ sims: 1, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
  const [sim] = world.fleet.sims
  const target = ({ packageAID, otaVersion, label }: OtaPackage) => ({
    appletType: 1 as const,
    package: { packageAID, otaVersion, label },
    active: true,
  })
  const dryRun = async () => {
    const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
    return world.admin(endpoints.dryRunBulkOta, { body: { snapshotId, targets: [target(large)] } })
  }
  const versionOn = ({ packageAID }: OtaPackage) => sim!.registry().loadFiles.find(({ aid }) => aid === packageAID)?.version ?? null
  const finished = async (id: number) => {
    await until(async () => {
      sim!.pollNow()
      const { finishedAt, counts } = await world.admin(endpoints.getCampaign, { params: { id } })
      return finishedAt !== null || counts.Failed > 0
    })
    return (await world.logsOf(id)).map(({ progress, channel_at }) => ({ ...progress, channel_at }))
  }
  // Only a card with the telemetry applet reports its free memory.
  const held = await world.upload(telemetryCap(3))
  await finished((await world.campaign(target(held))).id)
  const large = await world.upload(customCap({ codeSize: 9000 }))
  const needed = large.loadLength + 512
  const leave = (octets: number) => {
    const { nvm } = sim!.card
    nvm.memoryTotal += octets - sim!.registry().freeMemory
  }
  const last = await until(async () => {
    sim!.pollNow()
    return (await world.admin(endpoints.getSim, { params: { id: world.simIds[0]! } })).free_memory
  })
  expect(last).toBeGreaterThan(needed)

  const short = await world.campaign(target(large))
  leave(needed - held.loadLength - 1)
  const ended = { status: 'Failed', code: 500, sw: '6A84', reason: 'notEnoughMemory', acked: 0, channel_at: null }
  expect(await finished(short.id)).toMatchObject([ended, ended])
  expect(versionOn(held)).toBe('2.3')

  leave(200_000)
  await until(async () => {
    sim!.pollNow()
    return (await dryRun()).eligible === 1
  })
  const enough = await world.campaign(target(large))
  leave(needed - held.loadLength)
  expect(await finished(enough.id)).toMatchObject([{ status: 'Succeeded' }, { status: 'Succeeded' }])
  expect([versionOn(held), versionOn(large)]).toEqual([null, '1.0'])
})

test('of two installs on a card with room for one, the second fails before it removes the old applet', async () => {
  await using world = await startWorld({ sims: 1, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
  const [sim] = world.fleet.sims
  const key = ({ packageAID, otaVersion, label }: OtaPackage) => ({ packageAID, otaVersion, label })
  const versionOn = ({ packageAID }: OtaPackage) => sim!.registry().loadFiles.find(({ aid }) => aid === packageAID)?.version ?? null
  const logsOf = async (id: number) =>
    until(async () => {
      sim!.pollNow()
      const { finishedAt, counts } = await world.admin(endpoints.getCampaign, { params: { id } })
      return (finishedAt !== null || counts.Failed > 0) && (await world.logsOf(id)).map(({ progress }) => progress)
    })
  const held = await world.upload(telemetryCap(3))
  await logsOf((await world.campaign({ appletType: 1, package: key(held), active: true })).id)
  await until(async () => {
    sim!.pollNow()
    return (await world.admin(endpoints.getSim, { params: { id: world.simIds[0]! } })).free_memory
  })
  const poller = await world.upload({
    ...telemetryCap(0, 6000),
    packageAid: fromHex(fixedAids.pollerB.packageAid),
    applets: [fromHex(fixedAids.pollerB.moduleAid)],
  })
  const large = await world.upload(customCap({ codeSize: 9000 }))
  const installParameters = toHex(pollerParameters.encode({ ...pollerParameters.defaults, fqdn: 'poll.example' }))
  const first = await world.campaign({ appletType: 0, package: key(poller), installParameters, active: true })
  const second = await world.campaign({ appletType: 1, package: key(large), active: true })
  const [ofPoller, ofLarge] = [poller.loadLength + 512, large.loadLength + 512 - held.loadLength]
  const { nvm } = sim!.card
  nvm.memoryTotal += Math.max(ofPoller, ofLarge) + 200 - sim!.registry().freeMemory
  expect(await logsOf(first.id)).toMatchObject([{ status: 'Succeeded' }, { status: 'Succeeded' }])
  const ended = { status: 'Failed', code: 500, sw: '6A84', reason: 'notEnoughMemory', acked: 0 }
  expect(await logsOf(second.id)).toMatchObject([ended, ended])
  expect([versionOn(held), versionOn(large)]).toEqual(['2.3', null])
})
