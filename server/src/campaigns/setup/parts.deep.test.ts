import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { due as isDue } from '../../ota-kinds/sql/workable.ts'
import { type Db, openDatabase } from '../../platform/db/database.ts'
import { lockWrites } from '../../platform/db/testing.ts'
import { lockFleet } from '../../sims/sql/fleet-lock.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { until } from '../../testing/until.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { setupQueue } from '../set-up-later.ts'
import { addPackage, failureOf, other } from '../testing.ts'

/** SIMs in the first part of a set-up, and all SIMs: the second part has one. */
const [first, many] = [10_000, 10_001]
const waves: RolloutInput = { waves: [{ sims: 1_000 }], order: 'id', maxFailedPercent: 50, minResults: 10 }

let server: TestServer
let call: TestCall
let key: Awaited<ReturnType<typeof addPackage>>['key']
let former: Awaited<ReturnType<typeof addPackage>>
let ids: number[]
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  former = await addPackage(call, fixedAids.telemetry, 0)
  ;({ key } = await addPackage(call, fixedAids.telemetry, 1))
  const rows = Array.from({ length: many }, (_, index) => ({ iccid: `89811000008${String(index).padStart(8, '0')}`, has_keys: true }))
  ids = []
  for (let from = 0; from < many; from += 2_000) ids.push(...(await addSims(server.db, rows.slice(from, from + 2_000))))
})
afterAll(() => server[Symbol.asyncDispose]())

/** Starts a campaign for all SIMs, and waits until they are listed. */
async function start(rollout?: RolloutInput): Promise<number> {
  const id = await put(rollout)
  await untilWritten(id, 0)
  return id
}
async function put(rollout?: RolloutInput): Promise<number> {
  const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { filter: {} } })
  const targets = [other({ package: key })]
  await call(endpoints.dryRunBulkOta, { body: { snapshotId, targets } })
  const { id } = await call(endpoints.putBulkOta, { body: { snapshotId, targets, confirmedCount: many, rollout } })
  return id
}

/** Lets a campaign be listed and no OTA be written until `work` ends. */
const whileNothingIsWritten = (work: () => Promise<void>) =>
  server.db.transaction().execute(async (trx) => {
    await lockWrites(trx, 'ota_jobs')
    await work()
  })

/** Begins a campaign, and lets its set-up store the first part only until `work` ends. */
const whileSecondPartWaits = (begin: () => Promise<number>, work: (id: number) => Promise<void>) =>
  server.db.transaction().execute(async (trx) => {
    let id = 0
    await whileNothingIsWritten(async () => {
      id = await begin()
      const second = trx.selectFrom('campaign_setup_parts').select('part').where('campaign_id', '=', id).where('part', '=', 1)
      expect(await second.forUpdate().execute()).toHaveLength(1)
    })
    await untilWritten(id, first)
    await work(id)
    return id
  })
const untilWritten = (id: number, written: number) =>
  until(async () => {
    const { setup } = await read(id)
    return setup !== null && setup.otas !== null && setup.written === written
  })
const read = (id: number) => call(endpoints.getCampaign, { params: { id } })
const change = (id: number, action: 'pause' | 'resume') => call(endpoints.changeCampaign, { params: { id }, body: { action } })
/** The number of SIMs that may start now; no other campaign has one. */
const due = async () => (await server.db.selectFrom('ota_jobs as j').select('j.sim_id').where(isDue('j')).execute()).length
const set = (id: number, sims: readonly number[], status: 'Started' | 'Succeeded' | 'Failed') =>
  server.db
    .updateTable('ota_jobs')
    .set({ status, finished_at: status === 'Started' ? null : new Date() })
    .where('campaign_id', '=', id)
    .where('sim_id', 'in', sims)
    .execute()
const ready = { applet_type: 1, kind: 'install', step: 0, params: '{}' } as const
const insertReady = async (trx: Db, id: number) => {
  const otas = ids.map((simId) => ({ ...ready, campaign_id: id, sim_id: simId }))
  for (let from = 0; from < otas.length; from += 2_000)
    await trx
      .insertInto('ota_jobs')
      .values(otas.slice(from, from + 2_000))
      .execute()
}
const endAll = async (id: number) => {
  await set(id, ids, 'Failed')
  await closeFinishedCampaigns(server.db, [id])
}

test('the SIMs of the first part can start while other OTAs are written, with true figures, and no wave follows before all are', async () => {
  const id = await whileSecondPartWaits(
    () => start(waves),
    async (id) => {
      expect(await due()).toBe(1_000)
      await set(id, ids.slice(0, 1), 'Started')
      await set(id, ids.slice(1, 3), 'Succeeded')
      expect(await read(id)).toMatchObject({
        state: 'running',
        total: many,
        setup: { written: first, otas: many, problem: null },
        counts: { Ready: many - 3, Started: 1, Succeeded: 2 },
        waves: [
          { sims: 1_000, counts: { Ready: 997, Succeeded: 2 } },
          { sims: many - 1_000, releasedAt: null, counts: { Ready: many - 1_000 } },
        ],
      })
      await change(id, 'pause')
      expect(await due()).toBe(0)
      await change(id, 'resume')
      expect(await due()).toBe(998)
      await set(id, ids.slice(0, 1_000), 'Succeeded')
      await closeFinishedCampaigns(server.db, 'all')
      expect(await read(id)).toMatchObject({ state: 'running', counts: { Succeeded: 1_000 }, waves: [{}, { releasedAt: null }] })
    },
  )
  const released = await until(async () => {
    const campaign = await read(id)
    return campaign.waves[1]?.releasedAt != null && campaign
  })
  expect(released).toMatchObject({ state: 'running', setup: null, total: many, counts: { Ready: many - 1_000, Succeeded: 1_000 } })
  await endAll(id)
})

test('a wave in which too many SIMs fail pauses its campaign also while other OTAs are written', async () => {
  const id = await whileSecondPartWaits(
    () => start(waves),
    async (id) => {
      await set(id, ids.slice(0, 20), 'Failed')
      await until(async () => (await read(id)).paused?.cause === 'failures')
      expect(await due()).toBe(0)
    },
  )
  await until(async () => (await read(id)).setup === null)
  expect(await read(id)).toMatchObject({ state: 'paused', counts: { Failed: 20, Ready: many - 20 } })
  await endAll(id)
})

test('a campaign that is stopped while some OTAs are written lets no further SIM start, and keeps the SIMs that have begun', async () => {
  const [begun = 0] = ids
  const id = await whileSecondPartWaits(start, async (id) => {
    await set(id, [begun], 'Started')
    expect(await call(endpoints.cancelOta, { params: { id }, body: {} })).toEqual({ cancelled: 0, continues: true })
    expect(await due()).toBe(1)
  })
  await until(async () => (await read(id)).cancelled >= first - 1)
  const stopping = await read(id)
  expect(stopping).toMatchObject({ state: 'stopping', setup: null, counts: { Started: 1 } })
  expect(Object.values(stopping.counts).reduce((sum, count) => sum + count)).toBe(stopping.total)
  await set(id, [begun], 'Succeeded')
  await until(async () => {
    await closeFinishedCampaigns(server.db, [id])
    return (await read(id)).finishedAt !== null
  })
  const { state, total, excluded, cancelled, counts } = await read(id)
  expect({ state, total, excluded }).toEqual({ state: 'stopped', total: many, excluded: 0 })
  expect({ succeeded: counts.Succeeded, cancelled }).toEqual({ succeeded: 1, cancelled: many - 1 })
})

test('a campaign that is stopped between two parts keeps its SIMs in all waves, and cancels them', async () => {
  let id = 0
  await whileNothingIsWritten(async () => {
    id = await start(waves)
    await call(endpoints.cancelOta, { params: { id }, body: {} })
  })
  const ended = await until(async () => {
    const campaign = await read(id)
    return campaign.finishedAt !== null && campaign
  })
  expect(ended).toMatchObject({ state: 'stopped', setup: null, total: many, excluded: 0, unwritten: many - first })
  expect([ended.cancelled, ended.counts.Failed]).toEqual([many, many])
  expect(ended.waves.map(({ sims, cancelled }) => [sims, cancelled])).toEqual([
    [1_000, 1_000],
    [many - 1_000, many - 1_000],
  ])
})

test('a package that the rollback of one SIM will install again is not deleted while that OTA is still to be written', async () => {
  const last = ids.at(-1)!
  const more = { targets: '[]', total: many, excluded: 0, finished_at: new Date() }
  const ended = { state: 'completed', action: 'install', applet_type: 1, ...more } as const
  const [earlier, past] = await server.db
    .insertInto('campaigns')
    .values([
      { name: 'Earlier', ...ended },
      { name: 'Replaced', ...ended },
    ])
    .returning('id')
    .execute()
  const { packageAid, moduleAid } = fixedAids.telemetry
  const ota = {
    applet_type: 1,
    step: 0,
    package_aid: packageAid,
    params: JSON.stringify({ instanceAID: moduleAid }),
    status: 'Succeeded',
  } as const
  const otas = [
    { ...ota, campaign_id: earlier!.id, sim_id: last, kind: 'install' as const, package_id: former.id },
    { ...ota, campaign_id: past!.id, sim_id: last, kind: 'remove' as const, package_id: former.id },
    ...ids.map((simId) => ({ ...ota, campaign_id: past!.id, sim_id: simId, kind: 'install' as const, package_id: null })),
  ]
  for (let from = 0; from < otas.length; from += 2_000)
    await server.db
      .insertInto('ota_jobs')
      .values(otas.slice(from, from + 2_000))
      .execute()
  const remove = async () => failureOf(call(endpoints.deletePackage, { params: former.key }))
  const rollBack = async () => {
    const { id } = await call(endpoints.rollbackOta, { params: { id: past!.id }, body: { confirmedCount: many } })
    await untilWritten(id, 0)
    return id
  }
  const id = await whileSecondPartWaits(rollBack, async (id) => {
    expect(await remove()).toMatchObject({ code: 'packageInUse', uses: { simsHolding: 0, simsAwaiting: 0, campaigns: [{ id }] } })
  })
  await until(async () => (await read(id)).setup === null)
  expect(await remove()).toMatchObject({ code: 'packageInUse', uses: { simsAwaiting: 1 } })
  await endAll(id)
  expect(await remove()).toEqual({})
})

test('a node that waits for the fleet while another one ends the set-up of its campaign changes nothing', async () => {
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  let id = 0
  await server.db.transaction().execute(async (trx) => {
    await lockFleet(trx)
    id = await put()
    await until(async () => {
      const { rows } = await pool.query(`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
      return rows.length > 0
    })
    await trx.deleteFrom('campaign_setups').where('campaign_id', '=', id).execute()
    await insertReady(trx, id)
  })
  await close()
  await until(async () => !(await server.db.selectFrom('queued_jobs').select('key').where('queue', '=', setupQueue).executeTakeFirst()))
  expect(await read(id)).toMatchObject({ state: 'running', total: many, excluded: 0, counts: { Ready: many }, setup: null })
  await endAll(id)
})
