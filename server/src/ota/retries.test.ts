import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { resBody } from '@simdeck/protocol/ota/messages.ts'
import { posted, rawFrame, rawIccid } from '../testing/raw-card.ts'
import { secondPort } from '../testing/raw-world.ts'
import { until } from '../testing/until.ts'
import { withSim } from './one-sim.fixture.ts'
import { isPassing } from './retries.ts'

const { telemetry } = fixedAids
const retryTwice = { maxFailedPercent: 0, minResults: 1, retries: 2 }

/** A server with one SIM whose OTA fails with 402 after one interruption. */
async function withFailingSim() {
  const world = await withSim()
  const { admin, db, poll, abandon } = world
  await admin(endpoints.postUserConfig, { body: [{ key: 'system_ota_max_interruptions', value: '1' }] })
  async function fail(): Promise<number | undefined> {
    await abandon(await poll())
    await abandon(await poll())
    return (await poll()).close?.code
  }
  const job = () =>
    db
      .selectFrom('ota_jobs')
      .select(['id', 'status', 'code', 'reason', 'attempts', 'not_before'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const waitSeconds = async () => ((await job()).not_before!.getTime() - Date.now()) / 1000
  const change = (id: number, action: 'retryNow' | 'resume') => admin(endpoints.changeCampaign, { params: { id }, body: { action } })
  return { ...world, fail, job, waitSeconds, change }
}

test('an OTA that fails with 402 is Ready again after a longer wait each time, and fails for good after its retries', async () => {
  await using world = await withFailingSim()
  const { admin, db, start, pollOnce, fail, job, waitSeconds, change } = world
  const { id } = await start(telemetry, 1, retryTwice)
  expect(await fail()).toBe(402)
  expect(await job()).toMatchObject({ status: 'Ready', code: 402, reason: null, attempts: 1 })
  expect(await waitSeconds()).toBeGreaterThan(40)
  expect(await waitSeconds()).toBeLessThan(75)
  expect(await admin(endpoints.getCampaign, { params: { id } })).toMatchObject({ state: 'running', counts: { Ready: 1, Failed: 0 } })
  const [log] = (await admin(endpoints.listOtaLogs, { query: { campaignId: id } })).data
  expect(log).toMatchObject({ attempts: 1, retries: 2, not_before: (await job()).not_before!.toISOString(), finished_at: null })
  expect(await pollOnce()).toEqual({ code: 0, detail: 0, waitSeconds: 0 })

  await change(id, 'retryNow')
  expect(await fail()).toBe(402)
  expect(await job()).toMatchObject({ status: 'Ready', attempts: 2 })
  expect(await waitSeconds()).toBeGreaterThan(230)

  await change(id, 'retryNow')
  expect(await fail()).toBe(402)
  expect(await job()).toMatchObject({ status: 'Failed', code: 402, reason: 'quarantined', attempts: 2, not_before: null })
  expect(await db.selectFrom('quarantined_sims').select(['campaign_id', 'code']).execute()).toEqual([{ campaign_id: id, code: 402 }])
  // The limit of failures judges the last result only, and once.
  await until(async () => (await admin(endpoints.getCampaign, { params: { id } })).finishedAt)
  expect(await admin(endpoints.getCampaign, { params: { id } })).toMatchObject({ state: 'completedWithFailures', counts: { Failed: 1 } })
})

test('a campaign without options retries three times; one with zero retries does not, and sets no SIM aside', async () => {
  await using world = await withFailingSim()
  const { admin, db, start, fail, job } = world
  const usual = await start(telemetry, 1)
  await fail()
  const [log] = (await admin(endpoints.listOtaLogs, { query: { campaignId: usual.id } })).data
  expect(log).toMatchObject({ attempts: 1, retries: 3, progress: { status: 'Ready' } })
  await admin(endpoints.cancelOta, { params: { id: usual.id }, body: {} })
  expect(await job()).toMatchObject({ status: 'Failed', code: 402, reason: 'notRetried', not_before: null })
  expect(await admin(endpoints.getCampaign, { params: { id: usual.id } })).toMatchObject({
    state: 'completedWithFailures',
    cancelled: 0,
    counts: { Failed: 1 },
  })

  await start(telemetry, 1, { maxFailedPercent: null, retries: 0 })
  await fail()
  expect(await job()).toMatchObject({ status: 'Failed', code: 402, reason: null, attempts: 0 })
  expect(await db.selectFrom('quarantined_sims').selectAll().execute()).toEqual([])
})

test.each([201, 202])('a card that refuses a chunk with %i ends the session with that code, and its OTA is tried again', async (code) => {
  await using world = await withSim()
  const { server, db, start, poll } = world
  await start(telemetry, 1)
  const { id, keys } = await poll()
  if (!keys) throw new Error('no session')
  const answer = await posted(server.devicePort, rawFrame({ id, keys }, {}, resBody.encode({ status: code, next: 0, results: [] })))
  expect(answer?.[3]).toBe(messageCode.closeSession)
  const job = await db.selectFrom('ota_jobs').select(['status', 'code', 'interruptions']).executeTakeFirstOrThrow()
  expect(job).toEqual({ status: 'Interrupted', code, interruptions: 1 })
  expect((await poll()).close).toBeNull()
})

test('an OTA that was started when its campaign was cancelled is not tried again', async () => {
  await using world = await withFailingSim()
  const { admin, db, start, poll, abandon, job } = world
  const { id } = await start(telemetry, 1)
  await abandon(await poll())
  await abandon(await poll())
  // A second SIM gives the campaign something to cancel.
  const { sim_id: simId, ...row } = await db
    .selectFrom('ota_jobs')
    .select(['sim_id', 'campaign_id', 'kind', 'step'])
    .executeTakeFirstOrThrow()
  const other = await db.insertInto('sims').values({ iccid: '8981100099999999999' }).returning('id').executeTakeFirstOrThrow()
  expect(other.id).not.toBe(simId)
  await db
    .insertInto('ota_jobs')
    .values({ ...row, sim_id: other.id, applet_type: 1 })
    .execute()
  await admin(endpoints.cancelOta, { params: { id }, body: {} })
  expect((await poll()).close?.code).toBe(402)
  const ended = await db.selectFrom('ota_jobs').select(['status', 'attempts']).where('sim_id', '=', simId).executeTakeFirstOrThrow()
  expect(ended).toEqual({ status: 'Failed', attempts: 0 })
  expect(await job()).toMatchObject({ reason: 'cancelled' })
})

test('a node that learned of a wait knows by itself when the wait is over, after a change and after the sweep', async () => {
  await using world = await withFailingSim()
  const { server, db, start, fail } = world
  await start(telemetry, 1)
  await fail()
  await using node = await secondPort(server)
  const entry = () => node.table.get(iccidToBytes(rawIccid))!
  expect(entry().hasDueOta).toBe(false)
  const { id: simId } = await db.selectFrom('sims').select('id').executeTakeFirstOrThrow()
  for (const read of [() => node.table.refresh([simId]), () => node.table.readDueSims()]) {
    await db
      .updateTable('ota_jobs')
      .set({ not_before: new Date(Date.now() + 1_000) })
      .execute()
    await read()
    expect(entry().hasDueOta).toBe(false)
    await until(async () => entry().hasDueOta)
  }
})

test('only passing failures are tried again', () => {
  const of = (code: number, sw: number | null = null) => isPassing({ status: 'Failed', code, sw, reason: null })
  expect([201, 202, 401, 402].map((code) => of(code))).toEqual([true, true, true, true])
  expect([0x6581, 0x6f00].map((sw) => of(500, sw))).toEqual([true, true])
  expect([100, 101, 200, 203, 300, 501].some((code) => of(code))).toBe(false)
  expect([0x6985, 0x6a84, 0x6438, 0x6f01].some((sw) => of(500, sw))).toBe(false)
  expect(isPassing({ status: 'Failed', code: 401, sw: null, reason: 'cancelled' })).toBe(false)
})
