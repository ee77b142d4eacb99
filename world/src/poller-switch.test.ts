import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { codeOf } from '@simdeck/server/testing/people.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { fastClock } from './testing/fast-clock.ts'
import { pollerInstallParameters } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const { pollerA, pollerB } = fixedAids
const [a, b] = [pollerA.moduleAid, pollerB.moduleAid]

/** SIMs with a poller in each slot; that of slot B polls unless `silent`. The server knows it as the standby poller. */
async function worldOf(sims: number, { silent = [] as number[] } = {}) {
  const world = await startWorld({
    sims,
    profile: (index) => ({
      preloads: [
        {
          packageAid: pollerB.packageAid,
          moduleAid: b,
          instanceAid: b,
          version: { major: 2, minor: 0 },
          ...(silent.includes(index) ? {} : { parameters: fromHex(pollerInstallParameters) }),
        },
      ],
    }),
    fleet: { clock: fastClock(100), speed: 6 },
  })
  await world.server.db.updateTable('sims').set({ poller_instance_aid: a, standby_poller_instance_aid: b }).execute()
  return world
}

async function start(world: World, simIds = world.simIds) {
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds } })
  return (await world.admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'poller-switch' } })).id
}

const pollersOf = async (world: World) =>
  (await world.server.db.selectFrom('sims').select(['poller_instance_aid', 'standby_poller_instance_aid']).orderBy('id').execute()).map(
    ({ poller_instance_aid: running, standby_poller_instance_aid: standby }) => [running, standby],
  )

test('the standby poller becomes the running one in a session of its own, and a second switch goes back', async () => {
  await using world = await worldOf(1)
  const { admin, simIds } = world
  const params = { id: simIds[0]! }
  await until(async () => (await admin(endpoints.getSim, { params })).poller_version === '1.0')
  const there = await start(world)
  expect(await world.finished(there)).toMatchObject({ counts: { Succeeded: 1 } })
  expect(await pollersOf(world)).toEqual([[b, a]])
  expect(await admin(endpoints.getSim, { params })).toMatchObject({ poller_version: '2.0', has_standby_poller: true })
  const [session] = await world.server.db.selectFrom('ota_sessions').select('state').execute()
  expect(JSON.stringify(session!.state).toUpperCase()).toContain(b)
  expect((await admin(endpoints.getSimInventory, { params }))!.entries.map(({ aid }) => aid)).toContain(b)
  const back = await start(world)
  expect(await world.finished(back)).toMatchObject({ counts: { Succeeded: 1 } })
  expect(await pollersOf(world)).toEqual([[a, b]])
})

test('a standby poller that does not poll in time changes nothing', async () => {
  await using world = await worldOf(1, { silent: [0] })
  const id = await start(world)
  await until(
    async () => (await world.server.db.selectFrom('ota_jobs').select('id').where('poll_by', 'is not', null).execute()).length === 1,
  )
  expect(await world.admin(endpoints.getCampaign, { params: { id } })).toMatchObject({ counts: { Ready: 1 } })
  await world.server.db.updateTable('ota_jobs').set({ poll_by: new Date() }).execute()
  expect(await world.finished(id)).toMatchObject({ counts: { Failed: 1 } })
  expect((await world.logsOf(id))[0]!.progress).toMatchObject({ code: 100, reason: 'standbySilent' })
  expect(await pollersOf(world)).toEqual([[a, b]])
})

test('a switch is refused without a standby poller, while an OTA of the poller is open, and without the permission', async () => {
  await using world = await worldOf(3)
  const { admin, server, simIds } = world
  world.fleet.stop()
  await server.db.updateTable('sims').set({ standby_poller_instance_aid: null }).where('id', '=', simIds[0]!).execute()
  const removal = await admin(endpoints.createSnapshot, { body: { simIds: [simIds[1]!] } })
  const targets = [{ appletType: 0 as const, active: false }]
  await admin(endpoints.putBulkOta, { body: { snapshotId: removal.id, targets } })
  const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds } })
  const body = { snapshotId, kind: 'poller-switch' } as const
  const run = await admin(endpoints.dryRunBulkOta, { body })
  expect(run).toMatchObject({ eligible: 1 })
  expect(run.excluded.map(({ reason, count }) => `${reason} ${count}`).toSorted()).toEqual(['noStandbyPoller 1', 'otaInProgress 1'])
  const member = await server.signIn('MEMBER')
  await server.db.deleteFrom('role_permissions').where('role_id', '=', roleIds.MEMBER).where('permission', '=', 'OTA_UPDATE').execute()
  expect(await codeOf(member(endpoints.putBulkOta, { body }))).toBe('noPermission')
  await admin(endpoints.putBulkOta, { body })
  // A standby poller to which a SIM switches is not removed meanwhile.
  const last = await admin(endpoints.createSnapshot, { body: { simIds: [simIds[2]!] } })
  const other = await admin(endpoints.dryRunBulkOta, { body: { snapshotId: last.id, targets } })
  expect(other.excluded).toMatchObject([{ reason: 'otaInProgress', count: 1 }])
})

test('a switch ends Blocked if the standby poller is gone when the card polls', async () => {
  await using world = await worldOf(1)
  world.fleet.stop()
  const id = await start(world)
  await world.server.db.updateTable('sims').set({ standby_poller_instance_aid: null }).execute()
  for (const sim of world.fleet.sims) sim.start()
  expect(await world.finished(id)).toMatchObject({ counts: { Blocked: 1 } })
  expect((await world.logsOf(id))[0]!.progress).toMatchObject({ code: 501 })
})
