import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { addPackage } from '@simdeck/server/campaigns/testing.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { killAt, nth } from './kills/kill-at.ts'
import { serverScript, spawnNode, spawnServer } from './testing/server-process.ts'

/** So many SIMs that their OTAs are written after the call. */
const many = 10_001
/** So many SIMs that their OTAs are cancelled after the call. */
const some = 2_500

/** This server answers the calls. Other nodes change the campaigns; the first of them is killed. */
let server: TestServer
let call: TestCall
let key: Awaited<ReturnType<typeof addPackage>>['key']
beforeAll(async () => {
  server = await startTestServer({ SERVICES: 'ota,device' })
  call = await server.signIn('ADMIN')
  ;({ key } = await addPackage(call, fixedAids.telemetry))
})
afterAll(() => server[Symbol.asyncDispose]())

let added = 0
/** Adds SIMs and starts a campaign for them, after its dry run. */
async function start(size: number, rollout?: RolloutInput) {
  const name = `fleet ${added}`
  for (let left = size; left > 0; left -= 2_000)
    await addSims(
      server.db,
      Array.from({ length: Math.min(left, 2_000) }, () => ({
        iccid: `89811000006${String(added++).padStart(8, '0')}`,
        external_device_id: name,
        has_keys: true,
      })),
    )
  const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { filter: { external_device_id: name } } })
  const targets = [{ appletType: 1 as const, package: key, active: true }]
  await call(endpoints.dryRunBulkOta, { body: { snapshotId, targets } })
  return call(endpoints.putBulkOta, { body: { snapshotId, targets, confirmedCount: size, rollout } })
}
const read = (id: number) => call(endpoints.getCampaign, { params: { id } })
const jobsOf = (id: number) =>
  server.db.selectFrom('ota_jobs').select(['sim_id', 'status', 'reason']).where('campaign_id', '=', id).execute()
const end = (id: number, status: 'Succeeded' | 'Failed', sims: number) =>
  server.db
    .updateTable('ota_jobs')
    .set({ status, finished_at: new Date() })
    .where('id', 'in', (db) => db.selectFrom('ota_jobs').select('id').where('campaign_id', '=', id).orderBy('sim_id').limit(sims))
    .execute()
const setEnd = async (id: number) => {
  const { rollout } = await read(id)
  const ended = JSON.stringify({ ...rollout, endAt: new Date().toISOString() })
  await server.db.updateTable('campaigns').set({ rollout: ended }).where('id', '=', id).execute()
}

const env = () => ({ DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey, PORT: '0', DEVICE_PORT: '0', SERVICES: 'ota,jobs' })
/** Runs a node that is killed when it has sent the nth statement of this form. */
const killNodeAt = (n: number, statement: RegExp) =>
  killAt({
    databaseUrl: server.databaseUrl,
    isMoment: nth(n, statement, 'after'),
    run: (databaseUrl) => spawnNode(serverScript, { ...env(), DATABASE_URL: databaseUrl }),
  })
async function onAnotherNode(isDone: () => Promise<unknown>): Promise<void> {
  const node = await spawnServer(env())
  try {
    await until(isDone)
  } finally {
    await node.kill()
  }
}

test('a set-up whose node is killed leaves nothing, and another node writes one OTA for each SIM', { timeout: 180_000 }, async () => {
  const { id } = await start(many)
  await killNodeAt(1, /insert into ota_jobs/)
  expect(await jobsOf(id)).toEqual([])
  expect((await read(id)).setup).toMatchObject({ written: 0, otas: many })
  await onAnotherNode(async () => (await read(id)).setup === null)
  const jobs = await jobsOf(id)
  expect([jobs.length, new Set(jobs.map((job) => job.sim_id)).size]).toEqual([many, many])
  expect(await read(id)).toMatchObject({ state: 'running', total: many, counts: { Ready: many } })

  // The rollback of this campaign is set up in the same way.
  await end(id, 'Succeeded', many)
  await call(endpoints.changeCampaign, { params: { id }, body: { action: 'pause' } })
  const rollback = await call(endpoints.rollbackOta, { params: { id }, body: { confirmedCount: many } })
  await killNodeAt(1, /insert into ota_jobs/)
  expect(await jobsOf(rollback.id)).toEqual([])
  await onAnotherNode(async () => (await read(rollback.id)).setup === null)
  const removals = await jobsOf(rollback.id)
  expect([removals.length, new Set(removals.map((job) => job.sim_id)).size]).toEqual([many, many])
})

test('a stop whose node is killed between two parts goes on, and cancels each SIM once', { timeout: 120_000 }, async () => {
  const { id } = await start(some)
  expect(await call(endpoints.cancelOta, { params: { id }, body: {} })).toEqual({ cancelled: 0, continues: true })
  await killNodeAt(2, /update ota_jobs set status = 'Failed'/)
  expect(await read(id)).toMatchObject({ state: 'stopping', cancelled: 1_000, counts: { Ready: some - 1_000 } })
  await onAnotherNode(async () => (await read(id)).state === 'stopped')
  expect(await read(id)).toMatchObject({ cancelled: some, counts: { Failed: some } })
})

const inWaves: RolloutInput = { waves: [{ sims: 2 }], order: 'id', endAt: new Date(Date.now() + 3_600_000).toISOString() }
const later = new Date(Date.now() + 1_800_000).toISOString()
test.each([
  {
    change: 'the release of a wave',
    statement: /^update "campaigns" set "released_wave"/,
    rollout: inWaves,
    prepare: (id: number) => end(id, 'Succeeded', 2),
    before: { state: 'running', waves: [{}, { releasedAt: null }] },
    after: { state: 'running', counts: { Succeeded: 2, Ready: 3 }, waves: [{}, { releasedAt: expect.any(String) }] },
  },
  {
    change: 'a pause after failures',
    statement: /^update "campaigns" set "state"/,
    rollout: inWaves,
    prepare: (id: number) => end(id, 'Failed', 2),
    before: { state: 'running' },
    after: { state: 'paused', paused: { cause: 'failures', failed: 2 }, waves: [{}, { releasedAt: null }] },
  },
  {
    change: 'the end by time',
    statement: /update campaigns set state = 'stopping'/,
    rollout: inWaves,
    prepare: setEnd,
    before: { state: 'running', stopRequested: null, cancelled: 0 },
    after: { state: 'stopped', cancelled: 5, stopRequested: { by: '' } },
  },
  {
    change: 'the start by time',
    statement: /^update "campaigns" set "released_wave"/,
    rollout: { ...inWaves, startAt: later },
    prepare: async (id: number) => {
      const { rollout } = await read(id)
      const due = JSON.stringify({ ...rollout, startAt: new Date().toISOString() })
      await server.db.updateTable('campaigns').set({ rollout: due }).where('id', '=', id).execute()
    },
    before: { state: 'scheduled', waves: [{ releasedAt: null }, { releasedAt: null }] },
    after: { state: 'running', waves: [{ releasedAt: expect.any(String) }, { releasedAt: null }] },
  },
])('$change whose node is killed has no effect, and another node makes it once', { timeout: 120_000 }, async (one) => {
  const { id } = await start(5, one.rollout)
  await one.prepare(id)
  await killNodeAt(1, one.statement)
  expect(await read(id)).toMatchObject(one.before)
  await onAnotherNode(async () => matches(await read(id), one.after))
  expect(await jobsOf(id)).toHaveLength(5)
})

function matches(campaign: object, wanted: object): boolean {
  try {
    expect(campaign).toMatchObject(wanted)
    return true
  } catch {
    return false
  }
}
