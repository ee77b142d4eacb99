import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'
import { until } from '../testing/until.ts'
import { closeFinishedCampaigns } from './campaigns.ts'
import { figuresJob } from './outcomes/figures-job.ts'
import { addPackage, failureOf, other, snapshotOf } from './testing.ts'

const { telemetry } = fixedAids

let server: TestServer
let call: TestCall
let package1: Awaited<ReturnType<typeof addPackage>>['key']
let package2: Awaited<ReturnType<typeof addPackage>>['key']
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  package1 = (await addPackage(call, telemetry)).key
  package2 = (await addPackage(call, telemetry, 2)).key
})
afterAll(() => server[Symbol.asyncDispose]())

let added = 0
/** Starts a campaign whose OTAs then have the given statuses, and ends it if none is open. */
async function campaign(name: string, statuses: ('Ready' | 'Succeeded' | 'Failed')[], key = package1) {
  const ids = await addSims(
    server.db,
    statuses.map(() => ({ iccid: `89811000004${String(added++).padStart(8, '0')}`, has_keys: true })),
  )
  const { id } = await call(endpoints.putBulkOta, {
    body: { snapshotId: await snapshotOf(call, ids), targets: [other({ package: key })], name },
  })
  for (const [index, simId] of ids.entries()) {
    const status = statuses[index] ?? 'Ready'
    const finished = status === 'Ready' ? null : new Date()
    await server.db.updateTable('ota_jobs').set({ status, finished_at: finished }).where('sim_id', '=', simId).execute()
  }
  await closeFinishedCampaigns(server.db, [id])
  return id
}
const list = async (query: Parameters<typeof call<typeof endpoints.listCampaigns>>[1]['query']) =>
  (await call(endpoints.listCampaigns, { query })).data
const idsIn = async (query: Parameters<typeof list>[0]) => (await list(query)).map(({ id }) => id)
/** Waits until the final figures of the campaigns are stored, by which the list sorts and filters. */
const stored = (ids: number[]) =>
  until(async () => {
    const rows = await server.db.selectFrom('campaigns').select('id').where('id', 'in', ids).where('figures_final', '=', true).execute()
    return rows.length === ids.length ? true : null
  })

test('campaigns are filtered by state, action, package, creator and time, and sorted by each column', async () => {
  const good = await campaign('良い配信', ['Succeeded', 'Succeeded'])
  const mixed = await campaign('混在 ABC', ['Succeeded', 'Failed', 'Failed'])
  const bad = await campaign('bad', ['Failed'], package2)
  const open = await campaign('open', ['Ready', 'Succeeded'])
  await stored([good, mixed, bad])

  expect(await idsIn({ state: 'completed' })).toEqual([good])
  expect(await idsIn({ state: 'allFailed' })).toEqual([bad])
  expect(await idsIn({ state: 'partlyFailed,running' })).toEqual([open, mixed])
  expect(await idsIn({ state: 'completedWithFailures' })).toEqual([bad, mixed])
  expect(await idsIn({ search: 'ａｂｃ' })).toEqual([mixed])
  expect(await idsIn({ search: `#${good}` })).toEqual([good])
  expect(await idsIn({ package: package2.otaVersion })).toEqual([bad])
  expect(await idsIn({ action: 'rollback,remove' })).toEqual([])
  expect(await idsIn({ action: 'install', sort: 'failed:DESC', take: 2 })).toEqual([mixed, bad])
  expect(await idsIn({ createdBy: 'nobody' })).toEqual([])
  const { createdAt, createdBy } = (await list({ search: `#${bad}` }))[0]!
  expect(await idsIn({ createdBy, created_start: createdAt })).toEqual([open, bad])
  expect(await idsIn({ created_end: createdAt, sort: 'id:ASC' })).toEqual([good, mixed, bad])
  expect(await idsIn({ sort: 'succeeded:DESC', take: 1 })).toEqual([good])
  expect(await idsIn({ sort: 'name:ASC' })).toEqual([bad, open, mixed, good])
  for (const field of ['package', 'action', 'state', 'progress', 'total', 'cancelled', 'createdAt', 'finishedAt', 'createdBy'] as const)
    expect(await idsIn({ sort: `${field}:ASC` })).toHaveLength(4)
})

test('a campaign whose next wave waits for a member is found by it until the wave is released', async () => {
  const ids = await addSims(
    server.db,
    Array.from({ length: 3 }, () => ({ iccid: `89811000004${String(added++).padStart(8, '0')}`, has_keys: true })),
  )
  const rollout = { waves: [{ sims: 1 }], order: 'id' as const, endedPercent: 100, next: 'manual' as const }
  const body = { snapshotId: await snapshotOf(call, ids), targets: [other({ package: package1 })], name: 'by hand', rollout }
  const { id, waitsForRelease } = await call(endpoints.putBulkOta, { body })
  expect(waitsForRelease).toBe(false)
  expect(await idsIn({ state: 'paused,waitsForRelease' })).not.toContain(id)
  await server.db.updateTable('ota_jobs').set({ status: 'Succeeded', finished_at: new Date() }).where('sim_id', '=', ids[0]!).execute()
  await until(async () => ((await idsIn({ state: 'paused,waitsForRelease' })).includes(id) ? true : null))
  const params = { id }
  expect(await call(endpoints.getCampaign, { params })).toMatchObject({ state: 'running', waitsForRelease: true })
  await call(endpoints.changeCampaign, { params, body: { action: 'pause' } })
  expect(await idsIn({ state: 'waitsForRelease' })).toEqual([])
  await call(endpoints.changeCampaign, { params, body: { action: 'resume' } })
  expect(await call(endpoints.changeCampaign, { params, body: { action: 'release', wave: 2 } })).toMatchObject({ waitsForRelease: false })
  expect(await idsIn({ state: 'waitsForRelease' })).toEqual([])
  await call(endpoints.cancelOta, { params, body: {} })
})

test('a campaign says that its package is deleted, also when another one has its key, and the list finds it by that', async () => {
  const { key } = await addPackage(call, telemetry, 7)
  const old = await campaign('of a deleted package', ['Failed'], key)
  expect((await call(endpoints.getCampaign, { params: { id: old } })).package).toMatchObject({ ...key, deleted: false })
  expect(await idsIn({ packageDeleted: 'true' })).toEqual([])
  await call(endpoints.deletePackage, { params: key })
  await addPackage(call, telemetry, 7)
  const present = await campaign('of the same key', ['Failed'], key)
  expect((await call(endpoints.getCampaign, { params: { id: old } })).package).toMatchObject({ ...key, deleted: true })
  expect((await list({ package: key.otaVersion })).map((one) => [one.id, one.package?.deleted])).toEqual([
    [present, false],
    [old, true],
  ])
  expect(await idsIn({ packageDeleted: 'true' })).toEqual([old])
})

test('ended campaigns move to the archive and back, all or none, and the action log has it', async () => {
  const ended = await campaign('alt', ['Succeeded'])
  const other = await campaign('alt', ['Failed'])
  const open = await campaign('alt', ['Ready'])
  const put = (ids: number[], archived = true) => call(endpoints.archiveCampaigns, { body: { ids, archived } })
  expect(await failureOf(put([ended, open]))).toMatchObject({ code: 'campaignNotEnded', status: 409 })
  expect((await failureOf(put([ended, 999_999]))).code).toBe('campaignNotFound')
  expect(await idsIn({ search: 'alt' })).toEqual([open, other, ended])
  expect(await put([ended, other])).toEqual({ changed: 2 })
  expect(await put([ended])).toEqual({ changed: 0 })
  expect(await idsIn({ search: 'alt' })).toEqual([open])
  expect(await idsIn({ search: 'alt', archived: 'true' })).toEqual([other, ended])
  expect((await call(endpoints.getCampaign, { params: { id: ended } })).archivedAt).not.toBeNull()
  expect(await put([ended], false)).toEqual({ changed: 1 })
  expect(await idsIn({ search: 'alt' })).toEqual([open, ended])
  const rows = await server.db
    .selectFrom('action_logs')
    .select(['action', 'request_params', 'status'])
    .where('url', '=', '/ota-api/admin/archiveBulkOTA')
    .orderBy('id')
    .execute()
  expect(rows.map(({ action, status }) => `${action} ${status}`)).toEqual([
    'otaUpdate 409',
    'otaUpdate 404',
    'otaUpdate 200',
    'otaUpdate 200',
    'otaUpdate 200',
  ])
  expect(rows.at(-1)?.request_params).toContain('"archived":false')
})

test('a campaign that has ended keeps its figures and its results over time', async () => {
  const id = await campaign('kept', ['Succeeded', 'Failed'])
  await stored([id])
  await server.db.deleteFrom('ota_jobs').where('campaign_id', '=', id).execute()
  const read = () => call(endpoints.getCampaign, { params: { id } })
  expect((await read()).counts).toMatchObject({ Succeeded: 1, Failed: 1, Ready: 0 })
  const results = await server.db.selectFrom('campaign_results').select(['succeeded', 'failed']).where('campaign_id', '=', id).execute()
  expect(results.reduce((sum, { succeeded, failed }) => [sum[0]! + succeeded, sum[1]! + failed], [0, 0])).toEqual([1, 1])
})

test('the figures of a large campaign that runs are those that were counted last, and are counted again after a change, the same by every node', async () => {
  const id = await campaign('large', ['Ready', 'Ready', 'Succeeded'])
  const figures = () =>
    server.db.selectFrom('campaign_figures').select(['ended', 'succeeded', 'failed']).where('campaign_id', '=', id).executeTakeFirst()
  await until(async () => (await figures()) ?? null)
  await server.db.updateTable('campaigns').set({ total: 20_000 }).where('id', '=', id).execute()
  const resume = () => call(endpoints.changeCampaign, { params: { id }, body: { action: 'resume' } })
  await resume()
  await until(async () => ((await figures())?.succeeded === 1 ? true : null))
  await server.db.updateTable('ota_jobs').set({ status: 'Failed', finished_at: new Date() }).where('campaign_id', '=', id).execute()
  const read = async () => (await call(endpoints.getCampaign, { params: { id } })).counts
  expect(await read()).toMatchObject({ Ready: 2, Succeeded: 1, Failed: 0 })
  await resume()
  await until(async () => ((await read()).Failed === 3 ? true : null))
  expect(await figures()).toEqual({ ended: 3, succeeded: 0, failed: 3 })

  // Another node counts the same campaign, as after the death of the first one.
  const results = () => server.db.selectFrom('campaign_results').selectAll().where('campaign_id', '=', id).orderBy('at').execute()
  const before = await results()
  await figuresJob({ db: server.db, publish: () => undefined, feed: { onChange: () => () => true } }).run()
  expect(await results()).toEqual(before)
  expect(await figures()).toEqual({ ended: 3, succeeded: 0, failed: 3 })
})
