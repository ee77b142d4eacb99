import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { otaTarget } from '@simdeck/contract/ota-targets.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer } from '../../testing/server.ts'
import { changesOf } from '../../testing/changes-of.ts'
import type { ToAsk } from '../approval/ask.ts'
import { approve } from '../approval/decisions/decide.ts'
import { approvals } from '../approval/testing.ts'
import { startRollback } from '../rollback/rollback.ts'
import { cancelSims, stopForMember } from '../stop/stop.ts'
import { startCampaign } from '../targets/start.ts'
import { addFleet, addPackage, other, snapshotOf } from '../testing.ts'
import { rolloutJob } from './advance.ts'
import { changeCampaign } from './change.ts'

const unset = { limits: undefined, simIds: undefined, wave: undefined, maxFailedPercent: undefined, octetsInAll: undefined }

/** Stands for the node that dies between its commit and what it publishes afterwards. */
const nothing = () => undefined

/** A server without jobs, and what its nodes are told. */
async function world() {
  const server = await startTestServer({ SERVICES: 'ota,device' })
  const changes = await changesOf(server)
  return {
    server,
    changes,
    async [Symbol.asyncDispose]() {
      await changes[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('the release of a wave, a resumption and another attempt reach every device port although the node dies at the commit', async () => {
  await using here = await world()
  const { server, changes } = here
  const { db } = server
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.telemetry)
  const ids = await addFleet(server, 4)
  const rollout = { waves: [{ sims: 2 }, { sims: 1 }], order: 'id' as const, maxFailedPercent: null }
  const body = { snapshotId: await snapshotOf(call, ids), targets: [other({ package: key })], rollout }
  const { id } = await call(endpoints.putBulkOta, { body })
  await db.updateTable('ota_jobs').set({ status: 'Succeeded', finished_at: new Date() }).where('wave', '=', 1).execute()
  await changes.tell('rereadSims', ids.slice(0, 2))
  changes.forget()
  await rolloutJob({ db, publish: nothing, feed: { onChange: () => nothing } }).run()
  await changes.tell('rereadSims', ids.slice(2))

  const change = (action: 'pause' | 'resume' | 'release' | 'retryNow') =>
    changeCampaign(db, { campaignId: id, action, ...unset, by: 'ADMIN', audit: async () => undefined })
  for (const action of ['release', 'retryNow'] as const) {
    changes.forget()
    await change(action)
    await changes.tell('rereadSims', ids.slice(2))
  }
  await change('pause')
  changes.forget()
  await change('resume')
  await changes.tell('rereadSims', ids.slice(2))
  expect(await call(endpoints.getCampaign, { params: { id } })).toMatchObject({
    state: 'running',
    waves: [{}, {}, { releasedAt: expect.any(String) }],
  })
})

test('an approval reaches every device port although the node dies at the commit', async () => {
  await using here = await world()
  const asking = await approvals(here.server)
  await asking.setThreshold(3)
  const ids = await asking.fleet(3)
  const { id } = await asking.start(ids)
  const { email, id: memberId } = await here.server.db.selectFrom('members').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  await here.changes.tell('rereadSims', ids)
  here.changes.forget()
  const by = { kind: 'member', memberId, email, name: 'ADMIN' } as Parameters<typeof approve>[2]['by']
  await approve(here.server.db, id, { by, confirmedCount: undefined, audit: async () => undefined })
  await here.changes.tell('rereadSims', ids)
})

test('a start, a stop, a cancelled SIM and a rollback reach every node although this one dies at the commit', async () => {
  await using here = await world()
  const { server, changes } = here
  const { db } = server
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.telemetry)
  const [succeeded = 0, started = 0, ready = 0, single = 0] = await addFleet(server, 4)
  const ids = [succeeded, started, ready, single]
  const by = { createdBy: null, by: 'ADMIN', language: 'en' as const, audit: async () => undefined, asking: {} as ToAsk }
  const parameters = { targets: [otaTarget.parse(other({ package: key }))] }
  const none = { name: undefined, kind: undefined, rollout: undefined }
  const snapshotId = await snapshotOf(call, ids)
  const id = await startCampaign(db, { ...by, ...none, snapshotId, parameters, confirmedCount: 4, removalConsent: true })
  const jobs = async (campaignId: number) =>
    (await db.selectFrom('ota_jobs').select('id').where('campaign_id', '=', campaignId).execute()).map((job) => job.id)
  await changes.tell('rereadSims', ids)
  await changes.tell('campaigns', [id])
  await changes.tell('sims', ids)
  await changes.tell('jobs', await jobs(id))

  changes.forget()
  await cancelSims(db, id, [single], by.audit)
  await changes.tell('campaigns', [id])
  await changes.tell('sims', [single])

  const job = (simId: number) => db.updateTable('ota_jobs').where('sim_id', '=', simId)
  await job(succeeded).set({ status: 'Succeeded', channel_at: new Date(), finished_at: new Date() }).execute()
  await job(started).set({ status: 'Started', channel_at: new Date() }).execute()
  await changeCampaign(db, { ...unset, ...by, campaignId: id, action: 'pause' })
  await changes.tell('campaigns', [id])
  changes.forget()
  await stopForMember(db, id, by)
  await changes.tell('rereadSims', [started])
  await changes.tell('campaigns', [id])
  await changes.tell('sims', [ready])

  changes.forget()
  const rollback = await startRollback(db, { ...by, campaignId: id, simIds: null, confirmedCount: 1, mayCancel: true })
  await changes.tell('rereadSims', [succeeded])
  await changes.tell('campaigns', [id])
  await changes.tell('campaigns', [rollback])
  await changes.tell('jobs', await jobs(rollback))
})
