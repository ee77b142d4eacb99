import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { DryRunSim } from '@simdeck/contract/dry-run-sims.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { addPackage, addSims, failureOf, iccid, other, snapshotOf } from '../testing.ts'

const { telemetry, pollerA } = fixedAids

let server: TestServer
let call: TestCall
let old: Awaited<ReturnType<typeof addPackage>>
let wanted: Awaited<ReturnType<typeof addPackage>>
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  old = await addPackage(call, telemetry, 1)
  wanted = await addPackage(call, telemetry, 2)
})
afterAll(() => server[Symbol.asyncDispose]())

let added = 0
const newSims = (sims: Parameters<typeof addSims>[1]) =>
  addSims(
    server,
    sims.map((one) => ({ iccid: iccid(added++), ...one })),
  )

const holding = (one: typeof old) => ({
  other_package_id: one.id,
  other_instance_aid: telemetry.moduleAid,
  other_applet_name: 'Telemetry',
  other_applet_version: one.key.otaVersion,
})

const targets = () => [other({ package: wanted.key })]
const dryRun = (snapshotId: number, more: object = {}) =>
  call(endpoints.dryRunBulkOta, { body: { snapshotId, targets: targets(), ...more } })
const simsOf = (id: number, query: object = {}) => call(endpoints.listDryRunSims, { params: { id }, query })
const idsOf = async (id: number, query: object = {}) => (await simsOf(id, query)).data.map((sim) => sim.sim_id)

/** A snapshot of a new SIM without an applet, one with the old version, one with the wanted version, and one without keys. */
async function mixed(): Promise<{ ids: number[]; snapshotId: number }> {
  const ids = await newSims([{}, holding(old), holding(wanted), { has_keys: false }])
  return { ids, snapshotId: await snapshotOf(call, ids) }
}

test('the list shows the change, the cost or the reason for each SIM, and agrees with the totals', async () => {
  const { ids, snapshotId } = await mixed()
  const answer = await dryRun(snapshotId)
  const { data, totalItems } = await simsOf(snapshotId)
  expect(totalItems).toBe(4)
  const to = { name: 'Telemetry', version: '1.2', label: wanted.key.label }
  const left = { action: null, to: null, removes: false, commands: null, octets: null, polls: null }
  expect(data).toMatchObject([
    { sim_id: ids[1], action: 'update', reason: null, from: { name: 'Telemetry', version: '1.1' }, to, removes: true, polls: 1 },
    { sim_id: ids[0], action: 'install', reason: null, from: null, to, removes: false, polls: 1 },
    { ...left, sim_id: ids[2], reason: 'sameVersion', from: { name: 'Telemetry', version: '1.2' } },
    { ...left, sim_id: ids[3], reason: 'noKeys', from: null },
  ] satisfies Partial<DryRunSim>[])
  const [update, install] = data
  expect(update!.octets!).toBeGreaterThan(install!.octets!)
  expect([answer.bytesPerSim, answer.commandsPerSim]).toEqual([update!.octets, update!.commands])
  expect(answer.bytesInAll).toBe(update!.octets! + install!.octets!)
  expect(await call(endpoints.getDryRun, { params: { id: snapshotId } })).toMatchObject({
    total: 4,
    eligible: 2,
    octets: answer.bytesInAll,
    commands: update!.commands! + install!.commands!,
    pollsPerSim: 1,
    actions: [
      { action: 'install', sims: 1 },
      { action: 'update', sims: 1 },
    ],
    excluded: [
      { reason: 'noKeys', sims: 1 },
      { reason: 'sameVersion', sims: 1 },
    ],
    waves: [],
  })
})

test('actions, reasons and numbers filter the list, and octets sort it with the excluded SIMs last', async () => {
  const { ids, snapshotId } = await mixed()
  await dryRun(snapshotId)
  const [fresh, replaced, same, keyless] = ids
  expect(await idsOf(snapshotId, { action: 'install' })).toEqual([fresh])
  expect(await idsOf(snapshotId, { reason: 'noKeys,sameVersion' })).toEqual([same, keyless])
  expect(await idsOf(snapshotId, { action: 'update', reason: 'noKeys' })).toEqual([replaced, keyless])
  const { data: rows } = await simsOf(snapshotId)
  const numbers = rows.filter((one) => one.sim_id === fresh || one.sim_id === keyless).map((one) => one.iccid)
  expect(await idsOf(snapshotId, { search: numbers.join(',') })).toEqual([fresh, keyless])
  expect(await simsOf(snapshotId, { search: numbers.join(','), reason: 'noKeys' })).toMatchObject({ totalItems: 1 })
  expect(await simsOf(snapshotId, { search: numbers.join(','), skip: 10 })).toMatchObject({ totalItems: 2, data: [] })
  expect(await idsOf(snapshotId, { sort: 'octets:ASC' })).toEqual([fresh, replaced, same, keyless])
  expect(await idsOf(snapshotId, { sort: 'octets:DESC' })).toEqual([replaced, fresh, same, keyless])
  const wrong = [{ action: 'explode' }, { reason: 'ugly' }, { wave: 0 }, { sort: 'iccid:ASC' }, { take: 101 }, { colour: 'red' }]
  const codes = await Promise.all(wrong.map(async (query) => (await failureOf(simsOf(snapshotId, query))).code))
  expect(codes).toEqual(wrong.map(() => 'invalidInput'))
})

test('pages of thousands of SIMs hold each SIM once, across the parts in which they are stored', async () => {
  const rows = Array.from({ length: 2_345 }, (_, at) => ({ iccid: `89813${String(at).padStart(14, '0')}`, has_keys: at % 7 !== 0 }))
  const sims = await server.db.insertInto('sims').values(rows).returning('id').execute()
  const snapshotId = await snapshotOf(
    call,
    sims.map(({ id }) => id),
  )
  await dryRun(snapshotId)
  const seen: number[] = []
  for (let pageIndex = 0; pageIndex < 24; pageIndex++) seen.push(...(await idsOf(snapshotId, { take: 100, pageIndex })))
  expect(seen.toSorted((one, another) => one - another)).toEqual(sims.map(({ id }) => id))
  const keyless = sims.flatMap(({ id }, at) => (at % 7 === 0 ? [id] : []))
  expect(seen.slice(-keyless.length), 'SIMs that are left out come last, in the order of their ids').toEqual(keyless)
  expect(await idsOf(snapshotId, { take: 20, skip: 2_340 })).toEqual(seen.slice(2_340))
  expect(await idsOf(snapshotId, { take: 20, skip: 99_999 })).toEqual([])
})

test('with a rollout, the dry run has each SIM in the wave that the campaign then puts it in', async () => {
  const ids = await newSims(Array.from({ length: 20 }, () => ({})))
  const rollout = { waves: [{ percent: 10 }, { sims: 5 }], seed: 7, pollsAgain: true }
  const snapshotId = await snapshotOf(call, ids)
  const answer = await dryRun(snapshotId, { rollout })
  expect(answer).toMatchObject({
    pollsPerSim: 2,
    waves: [
      { wave: 1, sims: 2 },
      { wave: 2, sims: 5 },
      { wave: 3, sims: 13 },
    ],
  })
  const shown = await Promise.all([1, 2, 3].map(async (wave) => idsOf(snapshotId, { wave })))
  expect((await simsOf(snapshotId)).data[0]).toMatchObject({ wave: 1, polls: 2 })
  const campaign = await call(endpoints.putBulkOta, { body: { snapshotId, targets: targets(), rollout } })
  const jobs = await server.db
    .selectFrom('ota_jobs')
    .select(['sim_id', 'wave'])
    .where('campaign_id', '=', campaign.id)
    .orderBy('sim_id')
    .execute()
  expect(shown).toEqual([1, 2, 3].map((wave) => jobs.filter((job) => job.wave === wave).map((job) => job.sim_id)))
  expect((await failureOf(dryRun(await snapshotOf(call, ids), { rollout: { firstGroup: 999_999 } }))).code).toBe('groupNotFound')
})

test('the expected time follows the parameters of the running poller, else the observed polls, else it is unknown', async () => {
  const instance = pollerA.moduleAid
  const ids = await newSims([{ poller_instance_aid: instance }, { poller_instance_aid: instance }, {}])
  const [configured = 0, observed = 0] = ids
  await server.db.updateTable('sim_contacts').set({ poll_seconds: 700 }).where('sim_id', 'in', [configured, observed]).execute()
  const parameters = (intervalMinutes: number) =>
    toHex(pollerParameters.encode({ ...pollerParameters.defaults, fqdn: 'ota.example.jp', intervalMinutes }))
  const poller = { appletType: 0 as const, active: true }
  const { key } = await addPackage(call, pollerA, 3)
  const campaign = await call(endpoints.putBulkOta, {
    body: {
      snapshotId: await snapshotOf(call, await newSims([{}])),
      targets: [{ ...poller, package: key, installParameters: parameters(30) }],
    },
  })
  // The OTA of the poller is that of the first SIM, and has succeeded.
  await server.db.updateTable('ota_jobs').set({ sim_id: configured, status: 'Succeeded' }).where('campaign_id', '=', campaign.id).execute()
  const snapshotId = await snapshotOf(call, ids)
  await dryRun(snapshotId, { rollout: { pollsAgain: true } })
  const { data } = await simsOf(snapshotId)
  expect(data.map(({ interval, expectedSeconds }) => [interval, expectedSeconds])).toEqual([
    [{ seconds: 1_800, source: 'parameters' }, 3_600],
    [{ seconds: 700, source: 'observed' }, 1_400],
    [null, null],
  ])
})

test('the duration of the whole follows from the last polls, the waves and the hours, and is unknown when it must be', async () => {
  const ago = (seconds: number) => ({ last_poll: new Date(Date.now() - seconds * 1000) })
  const polling = await newSims([...Array.from({ length: 19 }, () => ago(6_000)), ago(86_400)])
  const run = async (ids: number[], rollout?: object) => {
    const snapshotId = await snapshotOf(call, ids)
    const { duration } = await dryRun(snapshotId, { rollout })
    const stored = (await call(endpoints.getDryRun, { params: { id: snapshotId } })).duration
    expect(stored?.seconds ?? null, 'the stored totals tell the same').toBe(duration?.seconds ?? null)
    return duration && [duration.percent, Math.round(duration.waveSeconds / 100), duration.seconds && Math.round(duration.seconds / 100)]
  }
  expect(await run(polling)).toEqual([95, 60, 60])
  const waves = [{ percent: 10 }, { percent: 20 }]
  expect(await run(polling, { waves })).toEqual([95, 60, 180])
  expect(await run(polling, { waves, pollsAgain: true })).toEqual([95, 60, 300])
  expect(await run(polling, { waves, next: 'manual' })).toEqual([95, 60, null])
  const window = { from: '22:00', to: '04:00', timeZone: 'Asia/Tokyo' }
  expect(await run(polling, { window })).toEqual([95, 60, 240])
  expect(await run([...polling, ...(await newSims([{}, {}]))]), 'too many SIMs never polled').toBeNull()
})

test('a later dry run replaces the list, a deleted SIM stays in it without its numbers, and a used snapshot has none', async () => {
  const { ids, snapshotId } = await mixed()
  expect((await failureOf(simsOf(snapshotId))).code).toBe('dryRunNotFound')
  expect((await failureOf(call(endpoints.getDryRun, { params: { id: snapshotId } }))).code).toBe('dryRunNotFound')
  await dryRun(snapshotId)
  await call(endpoints.dryRunBulkOta, { body: { snapshotId, targets: [other({ active: false })] } })
  const removals = await simsOf(snapshotId)
  expect(removals.data.map(({ action, reason, to }) => [action, reason, to])).toEqual([
    ['remove', null, null],
    ['remove', null, null],
    [null, 'noKeys', null],
    [null, 'notInstalled', null],
  ])
  await dryRun(snapshotId)
  await server.db.deleteFrom('sims').where('id', '=', ids[0]!).execute()
  expect(await simsOf(snapshotId)).toMatchObject({ totalItems: 4 })
  expect((await simsOf(snapshotId, { action: 'install' })).data).toMatchObject([
    { sim_id: ids[0], iccid: null, device_alias: null, action: 'install', interval: null },
  ])
  await call(endpoints.putBulkOta, { body: { snapshotId, targets: targets(), removalConsent: true } })
  for (const id of [snapshotId, 999_999]) expect(await failureOf(simsOf(id))).toMatchObject({ code: 'snapshotNotFound', status: 404 })
})

test('members who may dry-run see the list of each snapshot, others do not', async () => {
  const { snapshotId } = await mixed()
  await dryRun(snapshotId)
  const colleague = await server.signIn('ADMIN')
  expect(await colleague(endpoints.listDryRunSims, { params: { id: snapshotId }, query: {} })).toMatchObject({ totalItems: 4 })
  const member = await server.signIn('MEMBER')
  const refused = await Promise.all([
    failureOf(member(endpoints.listDryRunSims, { params: { id: snapshotId }, query: {} })),
    failureOf(member(endpoints.getDryRun, { params: { id: snapshotId } })),
    failureOf(member(endpoints.getDryRunCsvUrl, { params: { id: snapshotId } })),
  ])
  expect(refused.map(({ code }) => code)).toEqual(['noPermission', 'noPermission', 'noPermission'])
})

test('the CSV holds each SIM of the dry run, and its link ends', async () => {
  const { snapshotId } = await mixed()
  await dryRun(snapshotId, { rollout: { waves: [{ sims: 1 }], order: 'id' } })
  const { url } = await call(endpoints.getDryRunCsvUrl, { params: { id: snapshotId } })
  const response = await fetch(server.url + url)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head = '', ...lines] = (await response.text()).trim().split('\n')
  const rows = lines.map((line) => {
    const values = line.split(',')
    return Object.fromEntries(head.split(',').map((name, at) => [name, values[at]]))
  })
  expect(rows).toMatchObject([
    { action: 'update', from_version: '1.1', to_version: '1.2', removes: 'yes', wave: '2', polls: '1', reason: '' },
    { action: 'install', from_version: '', to_version: '1.2', removes: 'no', wave: '1', interval_source: '' },
    { action: 'excluded', reason: 'sameVersion', octets: '', wave: '' },
    { action: 'excluded', reason: 'noKeys', octets: '' },
  ])
  const { data } = await simsOf(snapshotId)
  expect(rows.map((row) => [row['iccid'], row['octets']])).toEqual(data.map((sim) => [sim.iccid, String(sim.octets ?? '')]))
  expect((await fetch(server.url + url.replace(/signature=.*/, `signature=${'0'.repeat(64)}`))).status).toBe(410)
  expect((await failureOf(call(endpoints.getDryRunCsvUrl, { params: { id: 999_999 } }))).code).toBe('snapshotNotFound')
})

test.for(['deleted', 'made anew'])('a download of the CSV breaks off if the dry run is %s meanwhile', async (how) => {
  const { snapshotId } = await mixed()
  await dryRun(snapshotId)
  const { url } = await call(endpoints.getDryRunCsvUrl, { params: { id: snapshotId } })
  const { pool, close } = openDatabase(server.databaseUrl, { max: 2 })
  const locked = await pool.connect()
  await locked.query('begin; lock table sims in access exclusive mode')
  const download = fetch(server.url + url)
    .then(async (response) => ((await response.text()) && response.ok ? 'whole' : 'refused'))
    .catch(() => 'broken off')
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%group_id%'`
  await until(async () => ((await pool.query(waiting)).rowCount ?? 0) > 0)
  if (how === 'deleted') await server.db.deleteFrom('sim_selections').where('id', '=', snapshotId).execute()
  else await server.db.updateTable('ota_dry_runs').set({ made_at: new Date() }).where('selection_id', '=', snapshotId).execute()
  await locked.query('commit')
  locked.release()
  expect(['broken off', 'refused']).toContain(await download)
  await close()
})
