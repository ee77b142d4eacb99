import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { encodeResponse } from '@simdeck/protocol/apdu.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { codeOf, failure } from '@simdeck/server/testing/people.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const instance = fixedAids.telemetry.moduleAid

/** The key of a script of the telemetry package, which is uploaded first. */
async function keyOf(world: World) {
  const { data } = await world.admin(endpoints.listPackages, { query: {} })
  const { packageAID, otaVersion, name } = data[0] ?? (await world.upload(telemetryCap(4)))
  return { packageAID, otaVersion, packageName: name, appletInstanceAID: instance }
}

async function store(world: World, script: string[], readsBack = true): Promise<number> {
  const params = await keyOf(world)
  return (await world.admin(endpoints.updateFileManagementConfig, { params, body: { script, readsBack } })).id!
}

async function start(world: World, kind: 'rfm' | 'store-data', scriptId: number, simIds = world.simIds, scriptLines?: number[]) {
  const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds } })
  const { id } = await world.admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, kind, scriptId, scriptLines } })
  await world.finished(id)
  return world.logsOf(id)
}

/** The answer of the card to a reader of the file at that path, as hex. */
function readFile(world: World, sim: number, path: string, read = '00B0000000'): string {
  const { card } = world.fleet.sims[sim]!
  card.reset()
  card.execute(fromHex(`00A4080C${(path.length / 2).toString(16).padStart(2, '0')}${path}`))
  return toHex(encodeResponse(card.execute(fromHex(read)))).toUpperCase()
}

const resultOf = (world: World, otaId: number) => world.admin(endpoints.getFileManagementResult, { params: { otaId } })

test('a campaign writes files with the values of each SIM, and keeps what was there before and after', async () => {
  await using world = await startWorld({ sims: 2, row: (index) => ({ imsi: `44010123456789${index}` }) })
  const script = [
    '00A40804047FFF6F46',
    '00D6000011014170692DFFFFFFFFFFFFFFFFFFFFFFFF',
    '00A40804047FFF6F42',
    `00DC01042A${'FF'.repeat(32)}{{iccid}}`,
    '00B2010400',
  ]
  const scriptId = await store(world, script)
  const logs = await start(world, 'rfm', scriptId)
  expect(logs.map(({ progress }) => [progress.status, progress.action_type.type])).toEqual([
    ['Succeeded', 4],
    ['Succeeded', 4],
  ])
  for (const [at, { iccid }] of world.fleet.sims.entries()) {
    const packed = `${iccid}F`.replaceAll(/(.)(.)/g, '$2$1')
    expect(readFile(world, at, '7FFF6F46')).toBe('014170692DFFFFFFFFFFFFFFFFFFFFFFFF9000')
    expect(readFile(world, at, '7FFF6F42', '00B2010400')).toBe(`${'FF'.repeat(32)}${packed}9000`)
  }
  const result = await resultOf(world, logs[0]!.progress.ota_id)
  expect(result).toMatchObject({ status: 'Succeeded', failedLine: null })
  expect(result.lines.map(({ text }) => text)).toEqual(script)
  expect(result.lines[1]).toMatchObject({
    before: { sw: '9000', data: '0153696D6465636BFFFFFFFFFFFFFFFFFF' },
    answer: { sw: '9000', data: '' },
    after: { sw: '9000', data: '014170692DFFFFFFFFFFFFFFFFFFFFFFFF' },
  })
  expect(result.lines[4]?.answer?.data).toBe(result.lines[3]?.after?.data)
  const sim = await world.admin(endpoints.getSim, { params: { id: result.simId } })
  expect(sim.other_applet.rfm_progress).toMatchObject({ status: 'Succeeded', action_type: { type: 4 }, ota_id: result.otaId })
  expect(sim.other_applet.store_data_progress).toBeNull()
  expect([sim.status_rfm, sim.status_store_data]).toEqual(['Succeeded', null])
  const { url } = await world.admin(endpoints.getFileManagementCsvUrl, { params: { campaignId: result.campaignId } })
  const csv = await (await fetch(new URL(url, world.server.url))).text()
  const rows = csv.trim().split('\n')
  expect(rows).toHaveLength(1 + 2 * script.length)
  expect(rows[2]).toContain('UPDATE BINARY,EF.SPN,3F00 / 7FFF / 6F46,9000,,0153696D6465636B')
  expect(
    (
      await fetch(
        new URL(
          url.replace(/signature=(.)/, (_, first: string) => `signature=${first === '0' ? '1' : '0'}`),
          world.server.url,
        ),
      )
    ).status,
  ).toBeGreaterThanOrEqual(400)
  const logged = JSON.stringify(await world.server.db.selectFrom('raw_ota_service_logs').selectAll().execute()).toUpperCase()
  expect(logged).not.toContain('0153696D6465636B')
})

test('a file with keys is changed without being read', async () => {
  await using world = await startWorld({ sims: 1 })
  const clearKeys = ['00A40804047FFF6F08', '00D600000100']
  const [alone] = await start(world, 'rfm', await store(world, clearKeys))
  const [log] = await start(world, 'rfm', await store(world, ['00A40804047FFF6F7B', '00D600000300F110', ...clearKeys]))
  expect([alone?.progress.status, log?.progress.status]).toEqual(['Succeeded', 'Succeeded'])
  const { lines } = await resultOf(world, log!.progress.ota_id)
  expect(lines[1]).toMatchObject({ before: { data: 'FFFFFF' }, after: { data: '00F110' } })
  expect(lines[3]).toMatchObject({ answer: { sw: '9000' }, before: null, after: null })
  expect((await resultOf(world, alone!.progress.ota_id)).lines[1]).toMatchObject({ answer: { sw: '9000' }, before: null, after: null })
})

test('keys that an earlier version has read are not shown, and its script that reads them is not sent again', async () => {
  await using world = await startWorld({ sims: 1 })
  const { admin, server } = world
  const scriptId = await store(world, ['00A40804047FFF6F08', '00D600000100'])
  const [log] = await start(world, 'rfm', scriptId)
  const key = { sw: '9000', data: '07C0FFEE' }
  const { answers } = await server.db.selectFrom('rfm_results').select('answers').executeTakeFirstOrThrow()
  const earlier = { ...answers, before: { 1: key }, after: { 1: key }, lines: { ...answers.lines, 1: key } }
  await server.db
    .updateTable('rfm_results')
    .set({ answers: JSON.stringify(earlier) })
    .execute()
  const { lines } = await resultOf(world, log!.progress.ota_id)
  const hidden = { sw: '9000', data: null }
  expect(lines[1]).toMatchObject({ answer: hidden, before: hidden, after: hidden })
  const { url } = await admin(endpoints.getFileManagementCsvUrl, { params: { campaignId: log!.campaign_id } })
  expect(await (await fetch(server.url + url)).text()).not.toContain(key.data)
  await server.db
    .updateTable('package_scripts')
    .set({ lines: ['00A40804047FFF6F08', '00B0000004'] })
    .execute()
  const [refused] = await start(world, 'rfm', scriptId)
  expect(refused?.progress).toMatchObject({ status: 'Failed', code: 203 })
  expect((await resultOf(world, log!.progress.ota_id)).lines[1]).toMatchObject({ answer: hidden })
})

test('a refused line ends the OTA with its status word, and the answers before it are kept', async () => {
  await using world = await startWorld({ sims: 1 })
  const script = ['00A40804047FFF6F7B', '00D600000300F110', '00A40804022FE2', '00D6000001FF', '00A40804022F05']
  const [log] = await start(world, 'rfm', await store(world, script))
  expect(log?.progress).toMatchObject({ status: 'Failed', code: 500, sw: '6982' })
  const result = await resultOf(world, log!.progress.ota_id)
  expect(result).toMatchObject({ status: 'Failed', sw: '6982', failedLine: 3 })
  expect(result.lines[1]).toMatchObject({ before: { data: 'FFFFFF' }, after: { data: '00F110' } })
  expect(result.lines[3]).toMatchObject({ before: { sw: '9000' }, answer: null, after: null })
  expect(result.lines[4]?.answer).toBeNull()
})

test('the SIMs that refused the same line with the same status word are counted', async () => {
  await using world = await startWorld({ sims: 3 })
  const { admin, server } = world
  const same = async (otaId: number) => (await admin(endpoints.countSameRefusals, { params: { otaId } })).sims
  const script = ['00A40804047FFF6F7B', '00D600000300F110', '00A40804022FE2', '00D6000001FF']
  const [one, other] = await start(world, 'rfm', await store(world, script))
  expect(await same(one!.progress.ota_id)).toBe(3)
  const { answers } = await server.db
    .selectFrom('rfm_results')
    .select('answers')
    .where('ota_id', '=', other!.progress.ota_id)
    .executeTakeFirstOrThrow()
  const { 2: _, ...earlier } = answers.lines
  const update = (table: 'rfm_results') => server.db.updateTable(table).where('ota_id', '=', other!.progress.ota_id)
  await update('rfm_results')
    .set({ answers: JSON.stringify({ ...answers, lines: earlier }) })
    .execute()
  expect([await same(one!.progress.ota_id), await same(other!.progress.ota_id)]).toEqual([2, 1])
  await update('rfm_results')
    .set({ answers: JSON.stringify(answers) })
    .execute()
  await server.db.updateTable('ota_jobs').set({ sw: '6985' }).where('id', '=', other!.progress.ota_id).execute()
  expect([await same(one!.progress.ota_id), await same(other!.progress.ota_id)]).toEqual([2, 1])
  const [missing] = await start(world, 'rfm', await store(world, [...script.slice(0, 2), '00A40804047FFF6F99', '00D6000001FF']))
  expect(await same(missing!.progress.ota_id)).toBe(3)
  const [done] = await start(world, 'rfm', await store(world, script.slice(0, 1)))
  expect(await same(done!.progress.ota_id)).toBeNull()
  expect(await codeOf(same(999_999))).toBe('fileResultNotFound')
})

test('a campaign runs some lines of a script, and its repetition and its result name them', async () => {
  await using world = await startWorld({ sims: 1 })
  const { admin } = world
  const script = ['00A40804047FFF6F46', '00D600000102', '00D600010141', '00A40804022FE2', '00D6000001FF', '00A40804022F05', '00B0000002']
  const scriptId = await store(world, script)
  const run = async (scriptLines: number[]) =>
    resultOf(world, (await start(world, 'rfm', scriptId, world.simIds, scriptLines))[0]!.progress.ota_id)
  const rest = await run([1, 3, 6, 7])
  expect(rest).toMatchObject({ status: 'Succeeded', failedLine: null, scriptId })
  expect(rest.lines.map(({ number, text }) => [number, text])).toEqual([1, 3, 6, 7].map((number) => [number, script[number - 1]]))
  expect(rest.lines[1]).toMatchObject({ before: { data: '53' }, after: { data: '41' } })
  expect(readFile(world, 0, '7FFF6F46', '00B0000002')).toBe('01419000')
  const refused = await run([4, 5])
  expect(refused).toMatchObject({ status: 'Failed', sw: '6982', failedLine: 1, lines: [{ number: 4 }, { number: 5 }] })
  const { options } = await admin(endpoints.getCampaignOptions, { params: { id: rest.campaignId } })
  expect(options).toMatchObject({ kind: 'rfm', scriptId, scriptLines: [1, 3, 6, 7] })
  const { url } = await admin(endpoints.getFileManagementCsvUrl, { params: { campaignId: refused.campaignId } })
  const rows = (await (await fetch(new URL(url, world.server.url))).text()).trim().split('\n')
  expect(rows.slice(1).map((row) => row.split(',')[4])).toEqual(['4', '5'])
  const snapshot = await admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  for (const scriptLines of [[3], [2, 5], [3, 1], [1, 8], [1, 1]]) {
    const plan = { snapshotId: snapshot.id, kind: 'rfm' as const, scriptId, scriptLines }
    expect(await failure(admin(endpoints.putBulkOta, { body: plan }))).toMatchObject({ fields: [{ path: 'scriptLines' }] })
  }
})

test('a file that the card does not have is noticed before anything is written', async () => {
  await using world = await startWorld({ sims: 1 })
  const script = ['00A40804047FFF6F7B', '00D600000300F110', '00A40804047FFF6F99', '00D6000001FF']
  const [log] = await start(world, 'rfm', await store(world, script))
  expect(log?.progress).toMatchObject({ status: 'Failed', sw: '6A82' })
  expect(readFile(world, 0, '7FFF6F7B')).toBe(`${'FF'.repeat(12)}9000`)
  expect(await resultOf(world, log!.progress.ota_id)).toMatchObject({ failedLine: 2 })
})

test('the content from before an update stays recorded when the power fails in the middle of the script', async () => {
  const script = ['00A40804047FFF6F7B', '00D600000300F110', '00D600030300F120', '00B000000C']
  await using world = await startWorld({ sims: 1, profile: () => ({ misbehaviours: [{ kind: 'powerLoss', ins: 0xd6 }] }) })
  const [log] = await start(world, 'rfm', await store(world, script))
  expect(log?.progress.status).toBe('Succeeded')
  const { lines } = await resultOf(world, log!.progress.ota_id)
  expect(lines[1]).toMatchObject({ before: { data: 'FFFFFF' }, after: { data: '00F110' } })
  expect(lines[3]?.answer?.data).toBe('00F11000F120FFFFFFFFFFFF')
})

test('SIMs without a value, or with one that is too long, are left out, and unknown scripts are refused', async () => {
  await using world = await startWorld({ sims: 2, row: (index) => (index === 0 ? { imsi: '440101234567890' } : {}) })
  const scriptId = await store(world, ['00A40804047FFF6F46', '00D6000109{{imsi}}'])
  const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  const dryRun = (id: number) => world.admin(endpoints.dryRunBulkOta, { body: { snapshotId: snapshot.id, kind: 'rfm', scriptId: id } })
  const run = await dryRun(scriptId)
  expect(run).toMatchObject({ eligible: 1, actions: [{ kind: 'rfm', count: 1 }], excluded: [{ reason: 'missingValue', count: 1 }] })
  expect(run.bytesPerSim).toBeGreaterThan(100)
  const long = await store(world, ['00A40804047FFF6F46', '00D6000105{{iccid:5}}'])
  expect(await dryRun(long)).toMatchObject({ eligible: 0, excluded: [{ reason: 'valueTooLong', count: 2 }] })
  expect(await codeOf(dryRun(999_999))).toBe('invalidInput')
  expect(await codeOf(world.admin(endpoints.dryRunBulkOta, { body: { snapshotId: snapshot.id, kind: 'rfm' } }))).toBe('invalidInput')
})

test('a running campaign keeps the revision of its script', async () => {
  await using world = await startWorld({ sims: 1 })
  const first = await store(world, ['00A40804047FFF6F7B', '00D600000300F110'])
  await world.admin(endpoints.updateFileManagementConfig, { params: await keyOf(world), body: { script: ['00A40804022F05'] } })
  const [log] = await start(world, 'rfm', first)
  expect(log?.progress.status).toBe('Succeeded')
  expect(readFile(world, 0, '7FFF6F7B', '00B0000003')).toBe('00F1109000')
})

test('a remote configuration reaches the applet of the SIMs that hold it, in blocks that fit', async () => {
  await using world = await startWorld({ sims: 2, profile: () => ({ receiveBuffer: 255 }) })
  const stored = await world.upload(telemetryCap(4))
  const { id } = await world.install(stored, [world.simIds[0]!])
  await world.finished(id)
  const key = { packageAID: stored.packageAID, packageName: stored.name, otaVersion: stored.otaVersion, appletInstanceAID: instance }
  const script = `C582012C${'AB'.repeat(300)}C00A{{iccid}}`
  const config = await world.admin(endpoints.updateRemoteConfig, { params: key, body: { script } })
  const logs = await start(world, 'store-data', config.id!)
  expect(logs.map(({ progress }) => [progress.status, progress.action_type.type])).toEqual([['Succeeded', 3]])
  const application = world.fleet.sims[0]!.card.nvm.applications.find(({ aid }) => aid === instance)
  expect(application?.storedData.toUpperCase()).toBe(
    `C582012C${'AB'.repeat(300)}C00A${`${world.fleet.sims[0]!.iccid}F`.replaceAll(/(.)(.)/g, '$2$1')}`,
  )
  const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  const run = await world.admin(endpoints.dryRunBulkOta, { body: { snapshotId: snapshot.id, kind: 'store-data', scriptId: config.id! } })
  expect(run).toMatchObject({ eligible: 1, excluded: [{ reason: 'notInstalled', count: 1 }] })
  const sim = await world.admin(endpoints.getSim, { params: { id: world.simIds[0]! } })
  expect(sim.other_applet.store_data_progress).toMatchObject({ status: 'Succeeded', action_type: { type: 3 } })
  expect(sim.status_store_data).toBe('Succeeded')
  expect(sim.other_applet.install_progress).toMatchObject({ status: 'Succeeded' })
})
