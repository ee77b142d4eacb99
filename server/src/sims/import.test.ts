import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Sealer } from '../platform/crypto/seal.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'

let server: TestServer
let call: TestCall
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => server.db.deleteFrom('sims').execute())

const key = '00112233445566778899AABBCCDDEEFF'
const keyHeader = 'cap_auth_key,encrypt_key,scp03_enc,scp03_mac,scp03_dek'
const fiveKeys = [key, key, key, key, key].join(',')

function csvFile(text: string | Uint8Array): File {
  return new File([text as BlobPart], 'sims.csv', { type: 'text/csv' })
}

function send(call: TestCall, text: string | Uint8Array, mode: 'add' | 'update' = 'add') {
  return call(endpoints.importSims, { body: { mode }, file: csvFile(text) })
}

async function refusal(
  call: Promise<unknown>,
): Promise<{ code: string | undefined; fields: [string, string][]; moreFields: number; text: string }> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error('the call was not refused')
  const fields = (error.body?.fields ?? []).map(({ path, message }): [string, string] => [path, message])
  return { code: error.body?.code, fields, moreFields: error.body?.moreFields ?? 0, text: JSON.stringify(error.body) }
}

const iccid = (n: number): string => `89811000000000${String(n).padStart(5, '0')}`

test('columns in any order, with a BOM and CRLF, become SIMs with encrypted keys', async () => {
  const text = `\uFEFFstatus,ICCID,device_alias,${keyHeader},cm_platform,kvn,msisdn\r\nTest Ready,${iccid(1)},"Tokyo, gate ""1""",${fiveKeys},jasper,0x31,+819012345678\r\n,${iccid(2)},,,,,,,ntt,,\r\n`
  expect(await send(call, text)).toEqual({ added: 2, updated: 0 })

  const page = await call(endpoints.listSims, { query: { sort: 'iccid:ASC' } })
  expect(page.totalItems).toBe(2)
  expect(page.data[0]).toMatchObject({
    iccid: iccid(1),
    status: 'TEST_READY',
    device_alias: 'Tokyo, gate "1"',
    msisdn: '+819012345678',
    cm_platform: 'jasper',
    operator: 'other',
    has_keys: true,
    connection: 0,
  })
  expect(page.data[1]).toMatchObject({ iccid: iccid(2), status: 'AVAILABLE', has_keys: false, device_alias: null })

  const stored = await server.db.selectFrom('sim_keys').selectAll().executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ key_version_number: 0x31, security_domain_aid: 'A000000151000000', security_level: 3 })
  expect(stored.cap_auth_key.toString('hex')).not.toContain(key.toLowerCase())
  const opened = new Sealer(server.masterKey).open(stored.scp03_dek, { table: 'sim_keys', row: iccid(1), column: 'scp03_dek' })
  expect(Buffer.from(opened).toString('hex')).toBe(key.toLowerCase())
})

test('every bad line is reported with number, column and reason, and nothing is written', async () => {
  await send(call, `iccid\n${iccid(9)}\n`)
  const lines = [
    `iccid,imsi,msisdn,imei,operator,cm_platform,type,status,sd_aid,kvn,${keyHeader}`,
    `${iccid(1)},,,,,,,,,,${fiveKeys}`,
    `123,12345,09x,1,docomo,x,card,Broken,A0,128,${key}0,zz,${key.slice(2)},${key},${key}`,
    `${iccid(1)},,,,,,,,,,,,,,`,
    `${iccid(9)},,,,,,,,,,,,,,`,
    `,,,,,,,,,1,,,,,`,
    `${iccid(2)},,,,,,,,,,${key},,,,`,
    `${iccid(3)},,,,,,,,,,${key},${key},${key},${key}${key},${key}`,
    `${iccid(4)},`,
  ]
  const { code, fields, moreFields, text } = await refusal(send(call, lines.join('\n')))
  const { id } = await call(endpoints.checkSimImport, { body: { mode: 'add' }, file: csvFile(lines.join('\n')) })
  const { data } = await call(endpoints.listTaskResults, { params: { id }, query: { take: 100 } })
  const found = data.map(({ line, column, message }) => [column === null ? `line ${line}` : `line ${line}, ${column}`, message])
  expect(code).toBe('csvInvalid')
  expect([...fields, ...found.slice(10)]).toEqual(found)
  expect(moreFields).toBe(found.length - 10)
  expect(found).toEqual([
    ['line 3, iccid', 'An ICCID has 19 or 20 digits'],
    ['line 3, imsi', 'An IMSI has 6 to 15 digits'],
    ['line 3, msisdn', 'An MSISDN has 3 to 15 digits, with an optional + before them'],
    ['line 3, imei', 'An IMEI has 14 to 16 digits'],
    ['line 3, operator', 'One of ntt, jasper, other'],
    ['line 3, cm_platform', 'One of ntt, jasper, none'],
    ['line 3, type', 'SIM or eUICC'],
    ['line 3, status', 'Not a status of a SIM'],
    ['line 3, cap_auth_key', 'Invalid CAP_AUTH_KEY'],
    ['line 3, encrypt_key', 'Invalid ENCRYPT_KEY'],
    ['line 3, sd_aid', 'An AID has 5 to 16 bytes, in hex'],
    ['line 3, kvn', 'A key version number is 0 to 127, or 0x00 to 0x7F'],
    ['line 3, scp03_enc', 'An SCP03 key has 16, 24 or 32 bytes, in hex'],
    ['line 4, iccid', 'This ICCID stands in the file more than once'],
    ['line 5, iccid', 'A SIM with this ICCID already exists'],
    ['line 6, iccid', 'An ICCID is required'],
    ...['encrypt_key', 'scp03_enc', 'scp03_mac', 'scp03_dek'].map((column) => [`line 7, ${column}`, 'Give all five keys or none']),
    ['line 8, scp03_mac', 'The three SCP03 keys have the same length'],
    ['line 9', 'The number of columns is not that of the header'],
  ])
  expect(text).not.toContain(key)
  expect(server.logged()).not.toContain(key)
  expect((await call(endpoints.listSims, { query: {} })).totalItems).toBe(1)

  const japanese = await server.signIn('ADMIN', 'ja')
  const inJapanese = await refusal(send(japanese, `iccid\nx\n`))
  expect(inJapanese.fields).toEqual([['line 2, iccid', 'ICCIDは19桁または20桁の数字です']])
})

test('a file that is no SIM CSV is refused as a whole, and the message contains no key that is in place of a header', async () => {
  for (const [text, path] of [
    ['', 'line 1'],
    ['iccid,colour\n', 'line 1, colour'],
    ['iccid,imsi,iccid\n', 'line 1, iccid'],
    ['imsi,msisdn\n1,2\n', 'line 1, iccid'],
    [`${key},iccid\n`, 'line 1, column 1'],
    [new Uint8Array([0x69, 0x63, 0x63, 0x69, 0x64, 0x0a, 0x83, 0x65]), 'line 2'],
  ] as const) {
    const { code, fields, text: body } = await refusal(send(call, text))
    expect([code, fields[0]?.[0]]).toEqual(['csvHeader', path])
    expect(body).not.toContain(key)
  }
  const quotes = await refusal(send(call, `iccid,device_alias\n${iccid(1)},"a"b"\n${iccid(2)},c\nx,d\n`))
  expect(quotes).toMatchObject({
    code: 'csvInvalid',
    fields: [
      ['line 2', 'The quotation marks are not right'],
      ['line 4, iccid', 'An ICCID has 19 or 20 digits'],
    ],
  })
  const open = await refusal(send(call, `iccid,device_alias\n${iccid(1)},"never closed\n`))
  expect(open).toMatchObject({ code: 'csvInvalid', fields: [['line 2', 'The quotation marks are not right']] })
})

test('an update keeps values of blank cells, replaces keys, and needs an existing SIM', async () => {
  await send(
    call,
    `iccid,device_alias,imsi,${keyHeader},sd_aid\n${iccid(1)},one,440101234567890,${fiveKeys},A0000001510000FF\n${iccid(2)},two,,,,,,,\n`,
  )
  const other = 'FF'.repeat(32)
  expect(await send(call, `iccid,device_alias,cap_auth_key\n${iccid(1)},,${other}\n`, 'update')).toEqual({ added: 0, updated: 1 })
  const [one] = (await call(endpoints.listSims, { query: { search: iccid(1) } })).data
  expect(one).toMatchObject({ device_alias: 'one', imsi: '440101234567890', has_keys: true })
  const stored = await server.db.selectFrom('sim_keys').selectAll().executeTakeFirstOrThrow()
  const sealer = new Sealer(server.masterKey)
  const open = (column: 'cap_auth_key' | 'encrypt_key') =>
    Buffer.from(sealer.open(stored[column], { table: 'sim_keys', row: iccid(1), column }))
      .toString('hex')
      .toUpperCase()
  expect([open('cap_auth_key'), open('encrypt_key'), stored.security_domain_aid]).toEqual([other, key, 'A0000001510000FF'])

  const text = `iccid,cap_auth_key,scp03_enc\n${iccid(3)},,\n${iccid(2)},${key},\n${iccid(1)},,${key}\n`
  expect((await refusal(send(call, text, 'update'))).fields.map(([path]) => path)).toEqual([
    'line 2, iccid',
    'line 3, encrypt_key',
    'line 3, scp03_enc',
    'line 3, scp03_mac',
    'line 3, scp03_dek',
    'line 4, scp03_mac',
    'line 4, scp03_dek',
  ])
})

test('thousands of lines are written at once; a bad one at the end rolls all back; a MEMBER may not import', async () => {
  const line = (n: number): string => `${iccid(n)},${randomBytes(16).toString('hex')},${key},${key},${key},${key}`
  const text = [`iccid,${keyHeader}`, ...Array.from({ length: 3500 }, (_, n) => line(n))].join('\n')
  const bad = await refusal(send(call, `${text}\nnone,,,,,\n`))
  expect(bad.fields).toEqual([['line 3502, iccid', 'An ICCID has 19 or 20 digits']])
  expect((await call(endpoints.listSims, { query: {} })).totalItems).toBe(0)
  expect(await send(call, text)).toEqual({ added: 3500, updated: 0 })
  expect((await call(endpoints.listSims, { query: {} })).totalItems).toBe(3500)
  expect((await refusal(send(await server.signIn('MEMBER'), `iccid\n${iccid(1)}\n`))).code).toBe('noPermission')
})

test('missing groups are created, escaped formulas of an export are restored, and CR alone ends lines', async () => {
  const text = `iccid,group,device_alias\r${iccid(1)},Tokyo,'=1+1\r${iccid(2)},tokyo,''-x\r${iccid(3)},Osaka,'plain\r`
  expect(await send(call, text)).toEqual({ added: 3, updated: 0 })
  const { data } = await call(endpoints.listSims, { query: { sort: 'iccid:ASC' } })
  expect(data.map(({ group, device_alias }) => [group?.name, device_alias])).toEqual([
    ['Tokyo', '=1+1'],
    ['Tokyo', "'-x"],
    ['Osaka', "'plain"],
  ])
  expect(data[0]!.group!.id).toBe(data[1]!.group!.id)
})
