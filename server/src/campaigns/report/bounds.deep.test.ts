import { afterEach, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { timeLimits } from '../../platform/db/time-limit.ts'
import { addRandomSims } from '../../sims/fleet-index/changes.fixture.ts'
import { Dice } from '../../sims/fleet-index/questions.fixture.ts'
import { startIndexedServer } from '../../testing/fleet-index.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { addPackage, addSims, failureOf, other, snapshotOf } from '../testing.ts'

const usual = { ...timeLimits }
afterEach(() => void Object.assign(timeLimits, usual))

/** A campaign with one failed SIM and one that waits, and a connection that can lock the table of OTAs. */
async function withCampaign(server: TestServer) {
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.telemetry)
  const simIds = await addSims(server, [{ device_alias: 'Meter 1' }, { device_alias: 'Meter 2' }])
  const body = { snapshotId: await snapshotOf(call, simIds), targets: [other({ package: key })] }
  const { id } = await call(endpoints.putBulkOta, { body })
  await server.db
    .updateTable('ota_jobs')
    .set({ status: 'Failed', code: 402, finished_at: new Date() })
    .where('sim_id', '=', simIds[0]!)
    .execute()
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  return {
    call,
    targets: body.targets,
    params: { id },
    key,
    simIds,
    /** Starts a campaign that waits for approval, and takes another snapshot. */
    async askForApproval() {
      const root = await server.signIn('ROOT', 'en', true)
      await root(endpoints.postUserConfig, { body: [{ key: 'system_ota_approval_threshold', value: '1' }] })
      const free = await addSims(server, [{ iccid: '8981100000000000009' }])
      const request = { snapshotId: await snapshotOf(call, free), targets: body.targets }
      const { id: waitingId } = await call(endpoints.putBulkOta, { body: request })
      return { waiting: { id: waitingId }, snapshotId: await snapshotOf(call, simIds) }
    },
    lock: (table = 'ota_jobs') => pool.query(`begin; lock table ${table} in access exclusive mode`),
    release: () => pool.query('commit'),
    [Symbol.asyncDispose]: close,
  }
}

test('calls that read every SIM of a campaign end with a message when PostgreSQL takes too long', async () => {
  await using server = await startTestServer()
  await using campaign = await withCampaign(server)
  const { call, params, key, targets } = campaign
  // The figures of a campaign that has ended are stored, so that its page reads no OTA.
  await server.db
    .updateTable('ota_jobs')
    .set({ status: 'Failed', code: 402, finished_at: new Date() })
    .where('status', '=', 'Ready')
    .execute()
  await closeFinishedCampaigns(server.db, [params.id])
  await until(async () => {
    const row = await server.db.selectFrom('campaigns').select('figures_final').executeTakeFirstOrThrow()
    return row.figures_final
  })
  const { waiting, snapshotId } = await campaign.askForApproval()
  Object.assign(timeLimits, { list: 100, selection: 100 })
  await campaign.lock()
  const codes = {
    sims: await codeOf(call(endpoints.listCampaignSims, { params, query: { status: 'Failed' } })),
    search: await codeOf(call(endpoints.listCampaignSims, { params, query: { search: 'meter' } })),
    failed: await codeOf(call(endpoints.getFailedSims, { params, query: {} })),
    diagnosis: await codeOf(call(endpoints.getCampaignDiagnosis, { params })),
    approval: await codeOf(call(endpoints.getApproval, { params: waiting })),
    held: await codeOf(call(endpoints.compareHeldParameters, { body: { snapshotId, packageAID: key.packageAID } })),
    dryRun: await codeOf(call(endpoints.dryRunBulkOta, { body: { snapshotId, targets } })),
    start: await codeOf(call(endpoints.putBulkOta, { body: { snapshotId, targets } })),
    rollbackDryRun: await codeOf(call(endpoints.dryRunRollback, { params, body: {} })),
    rollback: await codeOf(call(endpoints.rollbackOta, { params, body: {} })),
    snapshot: await codeOf(call(endpoints.createSnapshot, { body: { failedOf: { campaignId: params.id } } })),
  }
  await campaign.release()
  expect(Object.entries(codes).filter(([, code]) => code !== 'searchTooSlow')).toEqual([])
  expect(await call(endpoints.getFailedSims, { params, query: {} })).toMatchObject({ total: 2 })
})

type Costly = (
  call: TestCall,
  of: { params: { id: number }; waiting: { id: number }; snapshotId: number; packageAID: string },
) => Promise<unknown>

const costly: Readonly<Record<string, Costly>> = {
  'the failed SIMs of a campaign': (call, { params }) => call(endpoints.getFailedSims, { params, query: {} }),
  'the request of an approval': (call, { waiting }) => call(endpoints.getApproval, { params: waiting }),
  'parameters that SIMs have': (call, { snapshotId, packageAID }) =>
    call(endpoints.compareHeldParameters, { body: { snapshotId, packageAID } }),
  'the dry run of a rollback': (call, { params }) => call(endpoints.dryRunRollback, { params, body: {} }),
}

test.for(Object.entries(costly))(
  'a member whose costly calls for %s wait gets a message for further ones; others get their turn',
  async ([, ask]) => {
    await using server = await startTestServer()
    await using campaign = await withCampaign(server)
    const { call, params, key } = campaign
    const asked = { params, ...(await campaign.askForApproval()), packageAID: key.packageAID }
    const another = await server.signIn('ADMIN')
    const failed = (by: typeof call) => failureOf(ask(by, asked))
    await campaign.lock()
    const ended: Awaited<ReturnType<typeof failed>>[] = []
    const many = Array.from({ length: 25 }, async () => ended.push(await failed(call)))
    const refused = await until(() => ended.length >= 7 && [...ended])
    expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 7 }, () => 'tooManyRequests'))
    const second = failed(another)
    await campaign.release()
    expect(await second).toEqual({})
    await Promise.all(many)
    expect(ended.filter(({ code }) => code === undefined)).toHaveLength(18)
  },
)

test.for(['start', 'rollback'] as const)('of many calls for a %s at the same time, a few wait', async (kind) => {
  await using server = await startTestServer()
  await using campaign = await withCampaign(server)
  const { call, params, targets, simIds } = campaign
  const snapshotId = await snapshotOf(call, simIds)
  const ask = () =>
    kind === 'start'
      ? call(endpoints.putBulkOta, { body: { snapshotId, targets } })
      : call(endpoints.rollbackOta, { params, body: { confirmedCount: 1 } })
  await campaign.lock()
  const codes: (string | undefined)[] = []
  const many = Array.from({ length: 25 }, async () => codes.push((await failureOf(ask())).code))
  const refused = await until(() => codes.length >= 7 && [...codes])
  await campaign.release()
  await Promise.all(many)
  expect(refused).toEqual(Array.from({ length: 7 }, () => 'tooManyRequests'))
  expect(codes.filter((code) => code === 'tooManyRequests')).toHaveLength(7)
})

test('the SIMs of a campaign are found by the index of the SIM list, without a look at every SIM', async () => {
  await using server = await startIndexedServer((db) => addRandomSims(db, new Dice(7), 10))
  await using campaign = await withCampaign(server)
  const { call, params, simIds } = campaign
  const found = async (query: object) => (await call(endpoints.listCampaignSims, { params, query })).data.map((sim) => sim.sim_id)
  expect(await found({ search: 'meter' })).toEqual(simIds)
  expect(await found({ search: 'Meter 2' })).toEqual([simIds[1]])
  expect(await found({ search: 'Meter', status: 'Failed' })).toEqual([simIds[0]])
  Object.assign(timeLimits, { list: 100 })
  await campaign.lock('sims')
  expect(await found({ search: 'Meter 3' })).toEqual([])
  await campaign.release()
})

test('cells and causes with impossible numbers are refused', async () => {
  await using server = await startTestServer()
  await using campaign = await withCampaign(server)
  const { call, params } = campaign
  const codeFor = async (query: object) => (await failureOf(call(endpoints.listCampaignSims, { params, query }))).code ?? 'done'
  expect(await codeFor({ cell: '440-10-9999999999-1' })).toBe('invalidInput')
  expect(await codeFor({ cell: '440-10-999999999-999999999999999' })).toBe('done')
  expect(await codeFor({ cause: '9999-FFFF-x' })).toBe('done')
})
