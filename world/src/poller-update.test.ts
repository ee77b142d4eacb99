import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { fastClock } from './testing/fast-clock.ts'
import { pollerCap, pollerInstallParameters } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const { pollerA, pollerB } = fixedAids
/** SIMs whose new poller never polls. */
const silent = [1, 4]

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

test('a new poller replaces the old one once it polls; one that never polls is removed, and the old one stays', async () => {
  await using world = await startWorld({
    sims: 6,
    profile: (index) => (silent.includes(index) ? { misbehaviours: [{ kind: 'neverPolls', times: 'always' }] } : {}),
    fleet: { clock: fastClock(100), speed: 6 },
  })
  const { admin, simIds, server } = world
  const { id } = await startUpdate(world)
  const removals = async () => (await world.logsOf(id)).filter(({ progress }) => progress.action_type.type === 2)
  const statuses = async () => (await removals()).map(({ progress }) => progress.status).toSorted()
  await until(async () => (await statuses()).join() === 'Ready,Ready,Succeeded,Succeeded,Succeeded,Succeeded')
  for (const at of silent) expect(pollersOf(world, at)).toEqual(['old', 'new'])
  expect(await admin(endpoints.getSim, { params: { id: simIds[1]! } })).toMatchObject({ has_standby_poller: true, poller_version: '1.0' })
  expect(await admin(endpoints.getCampaign, { params: { id } })).toMatchObject({ state: 'running', counts: { Started: 2, Succeeded: 4 } })
  const waiting = await admin(endpoints.listCampaignSims, { params: { id }, query: { status: 'Started' } })
  expect(waiting.data.map(({ sim_id: simId }) => simIds.indexOf(simId)).toSorted((one, other) => one - other)).toEqual(silent)

  await server.db.updateTable('ota_jobs').set({ poll_by: new Date() }).where('poll_by', 'is not', null).execute()
  expect(await world.finished(id)).toMatchObject({ counts: { Succeeded: 4, Failed: 2 } })
  for (const [at, simId] of simIds.entries()) {
    const isSilent = silent.includes(at)
    expect(pollersOf(world, at)).toEqual([isSilent ? 'old' : 'new'])
    const wanted = { has_standby_poller: false, poller_version: isSilent ? '1.0' : '2.0' }
    await until(async () => (await admin(endpoints.getSim, { params: { id: simId } })).poller_version === wanted.poller_version)
    expect(await admin(endpoints.getSim, { params: { id: simId } })).toMatchObject(wanted)
  }
  const failed = (await removals()).filter(({ progress }) => progress.status === 'Failed')
  expect(failed.map(({ progress }) => progress.reason)).toEqual(silent.map(() => 'newPollerSilent'))
  expect(failed.map(({ sim_id: simId }) => simIds.indexOf(simId)).toSorted((one, other) => one - other)).toEqual(silent)
})
