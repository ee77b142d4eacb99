import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { addPackage } from '@simdeck/server/campaigns/testing.ts'
import { due as isDue } from '@simdeck/server/ota-kinds/sql/workable.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { changesOf } from '@simdeck/server/testing/changes-of.ts'
import { recurringRuns } from '@simdeck/server/testing/recurring-runs.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { killAt, nth } from './kills/kill-at.ts'
import { serverScript, spawnNode, spawnServer } from './testing/server-process.ts'

/** A number of SIMs above the limit up to which a call writes their OTAs itself. */
const many = 10_001
/** A number of SIMs above the limit up to which a call cancels their OTAs itself. */
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
/** Runs a node that is killed when it has committed the nth transaction with a statement of this form. */
const killNodeAtCommit = (n: number, statement: RegExp) => {
  const isWritten = nth(n, statement, 'after')
  let writer: object | null = null
  return killAt({
    databaseUrl: server.databaseUrl,
    isMoment: (moment) => {
      if (isWritten(moment)) writer = moment.connection
      return moment.connection === writer && moment.phase === 'after' && /^commit/i.test(moment.sql)
    },
    run: (databaseUrl) => spawnNode(serverScript, { ...env(), DATABASE_URL: databaseUrl }),
  })
}
/** Lets another node work until that is done, and its job for waves has then looked three times more at the campaigns. */
async function onAnotherNode(isDone: () => Promise<unknown>): Promise<void> {
  const node = await spawnServer(env())
  const runs = async () => (await recurringRuns({ metricsUrl: `http://127.0.0.1:${node.metricsPort}/metrics` }, 'campaign waves')).succeeded
  try {
    await until(isDone)
    const then = await runs()
    await until(async () => (await runs()) >= then + 3)
  } finally {
    await node.kill()
  }
}

test('a set-up whose node is killed continues on another node, and writes one OTA for each SIM', async () => {
  const { id } = await start(many)
  await killNodeAt(1, /insert into ota_jobs/)
  expect(await jobsOf(id)).toEqual([])
  expect(await read(id)).toMatchObject({ state: 'running', total: many, setup: { written: 0, otas: many } })
  await using changes = await changesOf(server)
  await killNodeAtCommit(1, /insert into ota_jobs/)
  expect(await read(id)).toMatchObject({ setup: { written: many - 1, otas: many } })
  await changes.tell('campaigns', [id])
  await changes.tellDue()
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

test('SIMs that are deleted, get another campaign or may get none, between the death of a node in a set-up and its continuation, are left out', async () => {
  const size = many + 6
  const half = Math.ceil(size / 2)
  const { id } = await start(size, { waves: [{ percent: 50 }], order: 'id' })
  await killNodeAt(2, /insert into ota_jobs/)
  expect(await read(id)).toMatchObject({ state: 'running', total: size, setup: { written: many - 1, otas: size } })
  const written = new Set((await jobsOf(id)).map((job) => job.sim_id))
  expect(written.size).toBe(many - 1)
  expect(await due(id)).toBe(half)

  const newest = await server.db.selectFrom('sims').select('id').orderBy('id', 'desc').limit(7).execute()
  const [deleted = 0, taken = 0, done = 0, keyless = 0, aside = 0, ...free] = newest.map((sim) => sim.id)
  const [ended = 0] = written
  await server.db.updateTable('ota_jobs').set({ status: 'Succeeded' }).where('sim_id', '=', ended).execute()
  for (const simId of [deleted, ended]) await call(endpoints.deleteSim, { params: { id: simId } })
  const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { simIds: [taken, done] } })
  const other = await call(endpoints.putBulkOta, { body: { snapshotId, targets: [{ appletType: 1, package: key, active: true }] } })
  await server.db.updateTable('ota_jobs').set({ status: 'Succeeded' }).where('sim_id', '=', done).execute()
  await server.db.updateTable('sims').set({ has_keys: false }).where('id', '=', keyless).execute()
  await server.db.insertInto('quarantined_sims').values({ sim_id: aside, campaign_id: other.id, code: 401 }).execute()

  await killNodeAt(1, /^delete from "campaign_setups"/)
  await onAnotherNode(async () => (await read(id)).setup === null)
  const jobs = await jobsOf(id)
  written.delete(ended)
  expect(jobs.map((job) => job.sim_id).toSorted((one, other) => one - other)).toEqual(
    [...written, ...free].toSorted((one, other) => one - other),
  )
  expect(await read(id)).toMatchObject({
    total: size - 6,
    excluded: 5,
    counts: { Ready: size - 6 },
    waves: [{ sims: half - 1 }, { sims: size - half - 5 }],
  })
})

/** The number of SIMs of a campaign that a session may send an OTA to now. */
async function due(id: number): Promise<number> {
  const jobs = await server.db.selectFrom('ota_jobs as j').select('j.id').where('j.campaign_id', '=', id).where(isDue('j')).execute()
  return jobs.length
}

const later = new Date(Date.now() + 1_800_000).toISOString()

test.each([
  {
    by: 'a member',
    stop: async (id: number) =>
      expect(await call(endpoints.cancelOta, { params: { id }, body: {} })).toEqual({ cancelled: 0, continues: true }),
  },
  { by: 'its end by time', stop: setEnd },
])('a stop by $by whose node is killed between two parts starts no SIM, continues, and cancels each SIM once', async ({ stop }) => {
  const { id } = await start(some, { endAt: later })
  await stop(id)
  await killNodeAt(2, /update ota_jobs set status = 'Failed'/)
  expect(await read(id)).toMatchObject({ state: 'stopping', cancelled: 1_000, counts: { Ready: some - 1_000 } })
  expect(await due(id)).toBe(0)
  await onAnotherNode(async () => (await read(id)).state === 'stopped')
  expect(await read(id)).toMatchObject({ cancelled: some, counts: { Failed: some } })
})

const inWaves: RolloutInput = { waves: [{ sims: 2 }, { sims: 1 }], order: 'id', endAt: new Date(Date.now() + 3_600_000).toISOString() }
test.each([
  {
    change: 'the release of a wave',
    statement: /^update "campaigns" set "released_wave"/,
    rollout: inWaves,
    prepare: (id: number) => end(id, 'Succeeded', 2),
    before: { state: 'running', waves: [{}, { releasedAt: null }, { releasedAt: null }] },
    after: { state: 'running', counts: { Succeeded: 2, Ready: 3 }, waves: [{}, { releasedAt: expect.any(String) }, { releasedAt: null }] },
    due: [0, 1],
  },
  {
    change: 'a pause after failures',
    statement: /^update "campaigns" set "state"/,
    rollout: inWaves,
    prepare: (id: number) => end(id, 'Failed', 2),
    before: { state: 'running' },
    after: { state: 'paused', paused: { cause: 'failures', failed: 2 }, waves: [{}, { releasedAt: null }, { releasedAt: null }] },
    due: [0, 0],
  },
  {
    change: 'the end by time',
    statement: /update campaigns set state = 'stopping'/,
    rollout: inWaves,
    prepare: setEnd,
    before: { state: 'running', stopRequested: null, cancelled: 0 },
    after: { state: 'stopped', cancelled: 5, stopRequested: { by: '' } },
    due: [2, 0],
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
    before: { state: 'scheduled', waves: [{ releasedAt: null }, { releasedAt: null }, { releasedAt: null }] },
    after: { state: 'running', waves: [{ releasedAt: expect.any(String) }, { releasedAt: null }, { releasedAt: null }] },
    due: [0, 2],
  },
])('$change whose node is killed has no effect, and another node makes it once', async (one) => {
  const { id } = await start(5, one.rollout)
  await one.prepare(id)
  await killNodeAt(1, one.statement)
  expect(await read(id)).toMatchObject(one.before)
  expect(await due(id)).toBe(one.due[0])
  await onAnotherNode(async () => matches(await read(id), one.after))
  expect(await read(id)).toMatchObject(one.after)
  expect(await due(id)).toBe(one.due[1])
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
