import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { fastClock } from './testing/fast-clock.ts'
import { pollerCap, pollerInstallParameters } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const { pollerA, pollerB } = fixedAids
/** SIMs whose new poller never polls, and one whose new poller falls silent in its first session. */
const silent = [1, 4]
const fallsSilent = 2

const worldOf = (sims: number) =>
  startWorld({
    sims,
    profile: (index) => {
      if (silent.includes(index)) return { misbehaviours: [{ kind: 'neverPolls', times: 'always' }] }
      return index === fallsSilent ? { misbehaviours: [{ kind: 'fallsSilent', times: 'always' }] } : {}
    },
    fleet: { clock: fastClock(100), speed: 6 },
  })

const startUpdate = async (world: World) => {
  const { packageAID, otaVersion, label } = await world.upload(pollerCap)
  const target = {
    appletType: 0,
    package: { packageAID, otaVersion, label },
    installParameters: pollerInstallParameters,
    active: true,
  } as const
  return world.campaign(target)
}

const pollersOf = (world: World, at: number) =>
  world.fleet.sims[at]!.registry().applications.flatMap(({ aid }) =>
    aid === pollerA.moduleAid ? ['old'] : aid === pollerB.moduleAid ? ['new'] : [],
  )

const removalsOf = async (world: World, id: number) => (await world.logsOf(id)).filter(({ progress }) => progress.action_type.type === 2)

/** Ends the time in which new pollers have to poll. */
const endTheTime = ({ server }: World) =>
  server.db.updateTable('ota_jobs').set({ poll_by: new Date() }).where('poll_by', 'is not', null).execute()

test('a new poller replaces the old one once it polls; a silent one is removed, and the old one stays', async () => {
  await using world = await worldOf(6)
  const { admin, simIds, server } = world
  const { id } = await startUpdate(world)
  const statuses = async () => (await removalsOf(world, id)).map(({ progress }) => progress.status).toSorted()
  await until(async () => (await statuses()).join() === 'Ready,Ready,Ready,Succeeded,Succeeded,Succeeded')
  for (const at of [...silent, fallsSilent]) expect(pollersOf(world, at)).toEqual(['old', 'new'])
  // The POLL before it fell silent made it the running poller.
  await until(async () => (await admin(endpoints.getSim, { params: { id: simIds[fallsSilent]! } })).poller_version === '2.0')
  const withSilent = await until(async () => {
    const sim = await admin(endpoints.getSim, { params: { id: simIds[1]! } })
    return sim.poller_version !== null && sim
  })
  expect(withSilent).toMatchObject({ has_standby_poller: true, poller_version: '1.0' })
  expect(await admin(endpoints.getCampaign, { params: { id } })).toMatchObject({ state: 'running', counts: { Started: 3, Succeeded: 3 } })
  const waiting = await admin(endpoints.listCampaignSims, { params: { id }, query: { status: 'Started' } })
  const placesOf = (rows: readonly { sim_id: number }[]) =>
    rows.map(({ sim_id: simId }) => simIds.indexOf(simId)).toSorted((one, other) => one - other)
  expect(placesOf(waiting.data)).toEqual([1, 2, 4])

  await endTheTime(world)
  await server.db
    .updateTable('ota_sessions')
    .set({ last_frame_at: new Date(Date.now() - 200_000), expiry_minute: new Date(Date.now() - 20_000) })
    .execute()
  expect(await world.finished(id)).toMatchObject({ counts: { Succeeded: 3, Failed: 3 } })
  for (const [at, simId] of simIds.entries()) {
    const isSilent = silent.includes(at) || at === fallsSilent
    expect(pollersOf(world, at)).toEqual([isSilent ? 'old' : 'new'])
    const wanted = { has_standby_poller: false, poller_version: isSilent ? '1.0' : '2.0' }
    await until(async () => (await admin(endpoints.getSim, { params: { id: simId } })).poller_version === wanted.poller_version)
    const sim = await admin(endpoints.getSim, { params: { id: simId } })
    expect(sim).toMatchObject({ ...wanted, poller: { ota_progress: { status: isSilent ? 'Failed' : 'Succeeded' } } })
    const packages = await admin(endpoints.listSimPackages, { params: { id: simId } })
    expect(packages).toHaveLength(isSilent ? 0 : 1)
  }
  const failed = (await removalsOf(world, id)).filter(({ progress }) => progress.status === 'Failed')
  expect(failed.map(({ progress }) => progress.reason)).toEqual([1, 2, 4].map(() => 'newPollerSilent'))
  expect(placesOf(failed)).toEqual([1, 2, 4])
})

test('a pause outlasts the time of a new poller, and a stop between the two OTAs leaves both pollers', async () => {
  await using world = await worldOf(2)
  const { admin } = world
  const { id } = await startUpdate(world)
  await until(async () => pollersOf(world, 1).length === 2 && pollersOf(world, 0).join() === 'new')
  await until(async () => (await removalsOf(world, id)).length === 2)
  await admin(endpoints.changeCampaign, { params: { id }, body: { action: 'pause' } })
  await endTheTime(world)
  const polled = world.fleet.stats().polls
  await until(() => world.fleet.stats().polls > polled + 4)
  expect(pollersOf(world, 1)).toEqual(['old', 'new'])
  await admin(endpoints.cancelOta, { params: { id }, body: {} })
  expect(await world.finished(id)).toMatchObject({ counts: { Succeeded: 1, Failed: 1 } })
  expect(pollersOf(world, 1)).toEqual(['old', 'new'])
})
