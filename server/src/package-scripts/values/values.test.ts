import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ScriptKey } from '@simdeck/contract/package-scripts.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { addFleet, addPackage, snapshotOf } from '../../campaigns/testing.ts'
import { codeOf, failure } from '../../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { sweepValues } from './sweep.ts'

let server: TestServer
let admin: TestCall
let key: ScriptKey
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('ADMIN')
  const found = await addPackage(admin, fixedAids.telemetry)
  const { name } = await admin(endpoints.getPackage, { params: found.key })
  const { packageAID, otaVersion } = found.key
  key = { packageAID, packageName: name, otaVersion, appletInstanceAID: fixedAids.telemetry.moduleAid }
})
afterAll(() => server[Symbol.asyncDispose]())

const csv = (lines: readonly string[], name = 'values.csv') => new File([lines.join('\n')], name)
const upload = (lines: readonly string[], { by = admin, iccidColumn }: { by?: TestCall; iccidColumn?: string } = {}) =>
  by(endpoints.uploadScriptValues, { body: iccidColumn === undefined ? {} : { iccidColumn }, file: csv(lines) })
const store = async (script: string[]) => (await admin(endpoints.updateFileManagementConfig, { params: key, body: { script } })).id!
const select = '00A40804047FFF6F46'
const iccidsOf = async (ids: readonly number[]) => {
  const rows = await server.db.selectFrom('sims').select('iccid').where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ iccid }) => iccid)
}

const one = '8981100000000000017'
const refusals: [lines: string[], path: string, message: string][] = [
  [[], 'line 1', 'The file is empty'],
  [['iccid'], 'line 1', 'There is no column beside the ICCID'],
  [['iccid,a b'], 'line 1, column 2', 'The name of a column has at most 40 letters, digits, _ and -'],
  [['iccid,apn,apn'], 'line 1, apn', 'The name of this column stands there twice'],
  [['iccid,apn'], 'line 2', 'There is no line with values'],
  [['iccid,apn', `${one}`], 'line 2', 'Not as many columns as in the header'],
  [['iccid,apn', '123,x'], 'line 2', 'An ICCID has 19 or 20 digits'],
  [['iccid,apn', `${one},x`, `${one},y`], 'line 3', 'This ICCID stands in the file more than once'],
  [['iccid,apn', `${one},${'あ'.repeat(134)}`], 'line 2, apn', 'A value has at most 400 bytes'],
  [['iccid,apn', `${one},a\u0000b`], 'line 2, apn', 'A value has no control characters'],
  [['iccid,apn', `${one},"a`], 'line 2', 'Wrong quotation marks'],
]

test('a file that has no values of SIMs is refused with the line and the reason, and no value stays', async () => {
  for (const [lines, path, message] of refusals) {
    const refused = await failure(upload(lines))
    expect([lines, refused]).toMatchObject([lines, { status: 400, code: 'valuesInvalid', fields: [{ path, message }] }])
  }
  expect(await failure(upload(['iccid,apn'], { iccidColumn: 'ICCID2' }))).toMatchObject({ fields: [{ path: 'line 1' }] })
  const bytes = new File([new Uint8Array([0x69, 0x2c, 0x61, 0x0a, 0xff, 0xfe])], 'x.csv')
  expect((await failure(admin(endpoints.uploadScriptValues, { body: {}, file: bytes }))).fields).toEqual([
    { path: 'line 2', message: 'Not readable in the given encoding' },
  ])
  await sweepValues(server.db)
  expect(await server.db.selectFrom('script_values').select('id').execute()).toEqual([])
  expect(await server.db.selectFrom('script_value_rows').select('iccid').execute()).toEqual([])
})

test('the dry run tells which SIMs have no line, an empty value, or one that does not fit', async () => {
  const ids = await addFleet(server, 7)
  const iccids = await iccidsOf(ids)
  const lines = ['apn,code,ICCID,unused']
  const values = ['m1,0A0b', ',0A0B', 'm3,', 'toolong,0A0B', 'm5,0A0', 'm6,XXXX']
  for (const [at, cells] of values.entries()) lines.push(`${cells.split(',')[0]},${cells.split(',')[1]},${iccids[at]},`)
  const uploaded = await upload(lines, { iccidColumn: 'ICCID' })
  expect(uploaded).toMatchObject({ fileName: 'values.csv', columns: ['apn', 'code', 'unused'], rows: 6 })
  expect(await admin(endpoints.getScriptValues, { params: { id: uploaded.id } })).toEqual(uploaded)
  const scriptId = await store([select, '00D6000006{{csv.apn:4}}{{csv.code:hex2}}'])
  const snapshotId = await snapshotOf(admin, ids)
  const dryRun = (more: object) => admin(endpoints.dryRunBulkOta, { body: { snapshotId, kind: 'rfm', scriptId, ...more } })
  expect((await failure(dryRun({}))).fields).toEqual([{ path: 'valuesId', message: 'Upload a CSV with the values that the script names' }])
  const { eligible, excluded } = await dryRun({ valuesId: uploaded.id })
  const reasons = Object.fromEntries(
    excluded.map(({ reason, sims }) => [reason, sims.map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b)]),
  )
  expect([eligible, reasons]).toEqual([1, { missingValue: [1, 2], valueTooLong: [3, 4, 5], noValueRow: [6] }])
  const other = await upload(['iccid,name', `${iccids[0]},x`])
  expect((await failure(dryRun({ valuesId: other.id }))).fields).toEqual([
    { path: 'valuesId', message: 'The CSV lacks the column apn, code' },
  ])
  expect(await codeOf(dryRun({ valuesId: 999_999 }))).toBe('scriptValuesNotFound')
})

test('the preview takes the line of the SIM in an uploaded file, or entered values', async () => {
  const [sim = 0] = await addFleet(server, 1)
  const [iccid] = await iccidsOf([sim])
  const { id: valuesId } = await upload(['iccid,設定', `${iccid},"=ü"`])
  const preview = (more: object) =>
    admin(endpoints.previewPackageScript, { body: { simId: sim, lines: ['C104{{ csv.設定 : 4 }}'], ...more } })
  expect(await preview({})).toMatchObject({ lines: [null], missing: ['csv.設定'] })
  expect((await preview({ valuesId })).lines).toEqual(['C1043DC3BCFF'])
  expect((await preview({ valuesId, values: { 設定: 'abc' } })).lines).toEqual(['C104616263FF'])
  expect(await preview({ values: { 設定: 'abcde' } })).toMatchObject({ lines: [null], tooLong: ['csv.設定'] })
  expect((await preview({ valuesId, values: { 設定: '' } })).lines).toEqual(['C1043DC3BCFF'])
})

test('only the uploader uses a file, and another one only to repeat a campaign with the same script', async () => {
  const [sim = 0] = await addFleet(server, 1)
  const [iccid] = await iccidsOf([sim])
  const { id: valuesId } = await upload(['iccid,apn', `${iccid},m1`])
  const scriptId = await store([select, '00D6000004{{csv.apn:4}}'])
  const leak = await store([select, '00D6000005{{csv.apn:5}}'])
  const member = await server.signIn('MEMBER')
  expect(await codeOf(upload(['iccid,apn', `${iccid},m1`], { by: member }))).toBe('noPermission')
  const operator = await server.signIn('ROOT')
  const uses = async (by: TestCall, script: number) => {
    const snapshotId = await snapshotOf(by, [sim])
    return codeOf(by(endpoints.dryRunBulkOta, { body: { snapshotId, kind: 'rfm', scriptId: script, valuesId } }))
  }
  const previews = (by: TestCall) => codeOf(by(endpoints.previewPackageScript, { body: { simId: sim, lines: ['{{csv.apn}}'], valuesId } }))
  expect(await uses(operator, scriptId)).toBe('scriptValuesNotFound')
  expect(await codeOf(operator(endpoints.getScriptValues, { params: { id: valuesId } }))).toBe('scriptValuesNotFound')
  const snapshotId = await snapshotOf(admin, [sim])
  const campaign = await admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'rfm', scriptId, valuesId } })
  expect(await uses(operator, scriptId)).toBe('answered')
  expect(await uses(operator, leak)).toBe('scriptValuesNotFound')
  expect(await previews(operator)).toBe('scriptValuesNotFound')
  expect(await previews(admin)).toBe('answered')
  await admin(endpoints.cancelOta, { params: { id: campaign.id }, body: {} })
})

test('values stay while a campaign needs them, and for thirty days after its end', async () => {
  const [sim = 0] = await addFleet(server, 1)
  const [iccid] = await iccidsOf([sim])
  const scriptId = await store([select, '00D6000004{{csv.apn:4}}'])
  const used = await upload(['iccid,apn', `${iccid},m1`])
  const unused = await upload(['iccid,apn', `${iccid},m2`])
  const snapshotId = await snapshotOf(admin, [sim])
  const campaign = await admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'rfm', scriptId, valuesId: used.id } })
  const age = (days: number) => new Date(Date.now() - days * 86_400_000)
  await server.db
    .updateTable('script_values')
    .set({ created_at: age(2) })
    .execute()
  await sweepValues(server.db)
  const left = async () => {
    const rows = await server.db.selectFrom('script_values').select('id').where('id', 'in', [used.id, unused.id]).execute()
    return rows.map(({ id }) => id)
  }
  expect(await left()).toEqual([used.id])
  const options = () => admin(endpoints.getCampaignOptions, { params: { id: campaign.id } })
  expect(await options()).toMatchObject({ options: { scriptId, valuesId: used.id }, values: { id: used.id, columns: ['apn'] } })
  await admin(endpoints.cancelOta, { params: { id: campaign.id }, body: {} })
  const end = (days: number) =>
    server.db
      .updateTable('campaigns')
      .set({ finished_at: age(days) })
      .where('id', '=', campaign.id)
      .execute()
  await end(29)
  await sweepValues(server.db)
  expect(await left()).toEqual([used.id])
  await end(31)
  await sweepValues(server.db)
  expect(await left()).toEqual([])
  const { options: kept, values } = await options()
  expect([kept.valuesId, values]).toEqual([undefined, null])
})

test('the sixth unused file of a member ends the oldest one', async () => {
  const ids: number[] = []
  for (let n = 0; n < 6; n++) ids.push((await upload(['iccid,apn', `${one},m${n}`])).id)
  const exists = (id: number) => codeOf(admin(endpoints.getScriptValues, { params: { id } }))
  expect(await exists(ids[0]!)).toBe('scriptValuesNotFound')
  expect(await exists(ids[1]!)).toBe('answered')
})

test('the options of a campaign and of a template tell the revision of the script, and whether it has changed or is deleted', async () => {
  const ids = await addFleet(server, 1)
  const scriptId = await store([select, '00B0000002'])
  const snapshotId = await snapshotOf(admin, ids)
  const { id } = await admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'rfm', scriptId } })
  await admin(endpoints.createOtaTemplate, { body: { name: 'Read', options: { kind: 'rfm', scriptId } } })
  const scripts = async () => {
    const { script } = await admin(endpoints.getCampaignOptions, { params: { id } })
    const [template] = await admin(endpoints.listOtaTemplates, {})
    expect(template?.script).toEqual(script)
    return script
  }
  const { packageName, otaVersion } = key
  const revision = { id: scriptId, packageName, otaVersion, octets: 14, columns: [] }
  expect(await scripts()).toEqual({ ...revision, state: 'current', currentId: scriptId })
  const later = await store([select, '00B0000003'])
  expect(await scripts()).toEqual({ ...revision, state: 'changed', currentId: later })
  await admin(endpoints.updateFileManagementConfig, { params: key, body: { script: null } })
  expect(await scripts()).toEqual({ ...revision, state: 'deleted', currentId: null })
})
