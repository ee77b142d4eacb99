import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { addPackage, addSims } from '../campaigns/testing.ts'
import { codeOf, failure } from '../testing/people.ts'
import { startTestServer, type TestCall } from '../testing/server.ts'

const { telemetry } = fixedAids
const custom = { packageAid: 'A0000000620101AA', moduleAid: 'A0000000620101AA01' }

async function keyOf(call: TestCall, aids: Parameters<typeof addPackage>[1] = telemetry) {
  const { key } = await addPackage(call, aids)
  const { name } = await call(endpoints.getPackage, { params: key })
  return { packageAID: key.packageAID, packageName: name, otaVersion: key.otaVersion, appletInstanceAID: telemetry.moduleAid }
}

test('a remote configuration is stored by its four keys, normalized, and returned with its variables', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const key = await keyOf(call)
  const empty = { ...key, id: null, script: null, format: 'tlv', variables: [], octets: 0, updatedAt: null, updatedBy: null }
  expect(await call(endpoints.getRemoteConfig, { query: key })).toEqual(empty)
  const script = 'e0 1c c0 0a {{iccid}} c1 0E {{ group.name : 14 }}'
  const stored = await call(endpoints.updateRemoteConfig, { params: key, body: { script } })
  expect(stored).toMatchObject({
    ...key,
    script: 'E01CC00A{{iccid}}C10E{{group.name:14}}',
    format: 'tlv',
    octets: 30,
    variables: [
      { name: 'iccid', form: 'packed', length: 10 },
      { name: 'group.name', form: 'text', length: 14 },
    ],
    updatedBy: 'ADMIN',
  })
  expect(await call(endpoints.getRemoteConfig, { query: key })).toEqual(stored)
  expect((await call(endpoints.listRemoteConfigs, { query: {} })).data).toEqual([stored])
  expect((await call(endpoints.listFileManagementConfigs, { query: {} })).totalItems).toBe(0)
  const other = { ...key, appletInstanceAID: 'A000000001' }
  expect(await call(endpoints.getRemoteConfig, { query: other })).toEqual({ ...empty, ...other })
  expect(await call(endpoints.updateRemoteConfig, { params: key, body: { script: null } })).toEqual(empty)
  expect((await call(endpoints.listRemoteConfigs, { query: {} })).totalItems).toBe(0)
})

const refusals = [
  ['', 'tlv', 'Must not be empty'],
  ['C0 0', 'tlv', 'Enter hexadecimal digits in pairs'],
  ['C003', 'tlv', 'Not readable as TLV. Check tags and lengths'],
  ['C08001FF', 'tlv', 'Not readable as TLV. Check tags and lengths'],
  ['E003C003FF', 'tlv', 'Not readable as TLV. Check tags and lengths'],
  ['C009{{iccid}}', 'tlv', 'The variable {{iccid}} may only be inside a value or data'],
  ['{{imei}}', 'tlv', 'Not readable as TLV. Check tags and lengths'],
  [
    'C001{{eid}}',
    'tlv',
    'There is no variable {{eid}}. The variables are {{iccid}}, {{imsi}}, {{imei}}, {{msisdn}}, {{simId}}, {{group.name}} and {{csv.COLUMN}}',
  ],
  ['{{simId:201}}', 'hex', 'The length of the variable {{simId}} is 1 to 200 bytes'],
  ['C001{{csv.a b:1}}', 'tlv', 'The name of the column in {{csv.a b}} has at most 40 letters, digits, _ and -'],
  ['00'.repeat(2049), 'hex', 'At most 2048 bytes of data'],
] as const

test('a configuration that is no hex or no TLV is refused with the reason, and nothing is stored', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const key = await keyOf(call)
  for (const [script, format, message] of refusals) {
    const refused = await failure(call(endpoints.updateRemoteConfig, { params: key, body: { script, format } }))
    expect([script, refused]).toMatchObject([script, { status: 400, code: 'invalidInput', fields: [{ path: 'script', message }] }])
  }
  expect(await server.db.selectFrom('package_scripts').select('id').execute()).toEqual([])
})

test('a script of file management names each wrong line', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const key = await keyOf(call)
  const update = (script: string[]) => call(endpoints.updateFileManagementConfig, { params: key, body: { script } })
  const refused = await failure(
    update([
      '00B0000010',
      '00A40804047FFF6F46',
      '00B0800010',
      '80CA00E000',
      '00D60000',
      '00B2000410',
      '00A4040007A0000000871002',
      '00A40804037FFF6F',
      '{{iccid}}B0000010',
      '00A40804047FFF6F08',
      '00B0000021',
      '00320000010A',
    ]),
  )
  const reasons: [line: number, beginning: string][] = [
    [0, 'Open a file with SELECT first'],
    [2, 'The offset is at most 7FFF'],
    [3, 'Not a command of file management'],
    [4, 'A READ has only Le'],
    [5, 'Name the record by its number'],
    [6, 'SELECT by path'],
    [7, 'A path has 1 to 4 file identifiers'],
    [8, 'The variable {{iccid}} may only be inside'],
    [10, 'EF.Keys holds keys and is not read'],
    [11, 'The commands are SELECT'],
  ]
  expect(refused.fields).toEqual(
    reasons.map(([line, beginning]) => ({ path: `script.${line}`, message: expect.stringContaining(beginning) as unknown })),
  )
  const lines = ['00A40804047FFF6F46', '00d6000010 {{group.name}}', '00B0000011']
  expect(await update(lines)).toMatchObject({ script: ['00A40804047FFF6F46', '00D6000010{{group.name}}', '00B0000011'], readsBack: true })
})

test('a file with keys is read by none of its paths', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const params = await keyOf(call)
  for (const [path, name] of [
    ['7FFF5F3B4F20', 'EF.Kc'],
    ['7FFF5FC04F05', 'EF.5GAUTHKEYS'],
    ['7F216F20', 'EF.Kc'],
  ] as const) {
    const select = `00A408040${path.length / 2}${path}`
    const { fields } = await failure(call(endpoints.updateFileManagementConfig, { params, body: { script: [select, '00B0000009'] } }))
    expect([path, fields]).toEqual([path, [{ path: 'script.1', message: `${name} holds keys and is not read` }]])
  }
})

test('a script belongs to a registered package with an applet, and only roles with the permission change it', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const key = await keyOf(call)
  const library = await keyOf(call, { ...custom, moduleAid: null })
  const member = await server.signIn('MEMBER')
  const body = { script: 'C00101' }
  const update = (params: typeof key, by = call) => codeOf(by(endpoints.updateRemoteConfig, { params, body }))
  expect(await update({ ...key, packageName: 'other' })).toBe('packageNotFound')
  expect(await update({ ...key, otaVersion: '9.9' })).toBe('packageNotFound')
  expect(await update({ ...key, packageAID: custom.packageAid })).toBe('packageNotFound')
  expect(await codeOf(call(endpoints.getRemoteConfig, { query: { ...key, otaVersion: '9.9' } }))).toBe('packageNotFound')
  expect(await update(library)).toBe('packageHasNoApplet')
  expect(await update(key, member)).toBe('noPermission')
  expect(await codeOf(call(endpoints.updateRemoteConfig, { params: key, body: {} as never }))).toBe('emptyParameters')
  expect(await member(endpoints.getRemoteConfig, { query: key })).toMatchObject({ script: null })
  await call(endpoints.updateRemoteConfig, { params: key, body })
  const rows = await server.db.selectFrom('action_logs').selectAll().where('action', '=', 'otaUpdate').where('status', '=', 200).execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('C00101')
})

test('two members who store a script at the same time leave one of them current', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const key = await keyOf(call)
  const scripts = ['C00101', 'C00102', 'C00103', 'C00104']
  await Promise.all(scripts.map((script) => call(endpoints.updateRemoteConfig, { params: key, body: { script } })))
  const { totalItems, data } = await call(endpoints.listRemoteConfigs, { query: {} })
  expect(totalItems).toBe(1)
  expect(scripts).toContain(data[0]?.script)
})

test('the preview fills a script with the values of a SIM, and names those that are missing or too long', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const [sim = 0] = await addSims(server, [{ iccid: '8981100000000000017', imsi: '440101234567890' }])
  const lines = ['C00A{{iccid}}C109{{imsi}}', 'C214{{iccid:20}}', '{{simId:1}}', '{{group.name}}', '{{iccid:3}}']
  const shown = await call(endpoints.previewPackageScript, { body: { simId: sim, lines } })
  expect(shown.lines.slice(0, 2)).toEqual([
    'C00A981801000000000010F7C109084904012143658709',
    'C21438393831313030303030303030303030303137FF',
  ])
  expect(shown.lines.slice(3)).toEqual([null, null])
  expect(shown).toMatchObject({ missing: ['group.name'], tooLong: ['iccid'] })
  expect(await codeOf(call(endpoints.previewPackageScript, { body: { simId: 999_999, lines } }))).toBe('simNotFound')
})

test('a change that is based on another revision than the stored one is refused, and nothing is changed', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const params = await keyOf(call)
  const config = (script: string | null, basedOn?: number | null) =>
    call(endpoints.updateRemoteConfig, { params, body: { script, ...(basedOn !== undefined && { basedOn }) } })
  const lines = (script: string[] | null, basedOn?: number | null) =>
    call(endpoints.updateFileManagementConfig, { params, body: { script, ...(basedOn !== undefined && { basedOn }) } })
  const first = await config('C00101', null)
  const second = await config('C00102', first.id)
  const opened = await lines(['00A40804022FE2'], null)
  const changed = await lines(['00A40804022F05'])
  for (const late of [() => config('C00103', first.id), () => config('C00103', null), () => config(null, first.id)])
    expect(await failure(late())).toMatchObject({ status: 409, code: 'scriptChanged' })
  for (const late of [() => lines(['00A40804022F00'], opened.id), () => lines(null, opened.id)])
    expect(await codeOf(late())).toBe('scriptChanged')
  expect(await call(endpoints.getRemoteConfig, { query: params })).toEqual(second)
  expect(await call(endpoints.getFileManagementConfig, { query: params })).toEqual(changed)
  expect(await config(null, second.id)).toMatchObject({ id: null })
  expect(await codeOf(config('C00104', second.id))).toBe('scriptChanged')
})

test('of two changes at one time that are based on the same revision, one is stored', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const params = await keyOf(call)
  const { id } = await call(endpoints.updateRemoteConfig, { params, body: { script: 'C00101' } })
  const ends = await Promise.allSettled(
    ['C00102', 'C00103'].map((script) => call(endpoints.updateRemoteConfig, { params, body: { script, basedOn: id } })),
  )
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('stored scripts are found by a part of the name of their package or their instance, and by their revision', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const key = await keyOf(call)
  const instances = ['A000000001', 'A000000002', 'A0000000FF']
  const ids: (number | null)[] = []
  for (const appletInstanceAID of instances)
    ids.push((await call(endpoints.updateRemoteConfig, { params: { ...key, appletInstanceAID }, body: { script: 'C00101' } })).id)
  const found = async (query: { search?: string; id?: string }) => {
    const { data, totalItems } = await call(endpoints.listRemoteConfigs, { query })
    expect(totalItems).toBe(data.length)
    return data.map(({ id }) => id)
  }
  expect(await found({})).toEqual(ids.toReversed())
  expect(await found({ search: '0000ff' })).toEqual([ids[2]])
  expect(await found({ search: key.packageName.slice(1).toUpperCase() })).toEqual(ids.toReversed())
  expect(await found({ search: '%' })).toEqual([])
  expect(await found({ id: String(ids[0]) })).toEqual([ids[0]])
  expect(await call(endpoints.listFileManagementConfigs, { query: { search: '0000ff' } })).toMatchObject({ totalItems: 0 })
})
