import { expect, test } from 'vitest'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { csvRowOf, readCsvRows, readKeysCsv, writeKeysCsv } from './keys-csv.ts'
import { sampleProfile } from './testing/profiles.ts'

const key = (octet: string, length = 16): string => octet.repeat(length)
const keys = `${key('aa')},${key('bb')},${key('c1')},${key('c2')},${key('c3')}`
const header = 'iccid,cap_auth_key,encrypt_key,scp03_enc,scp03_mac,scp03_dek'
const iccid = '8981040000000000001'

test('a written CSV is read back unchanged, also with commas, quotation marks and line breaks in names', () => {
  const profiles = [sampleProfile(1), sampleProfile(2, { keyVersionNumber: 1, securityDomainAid: 'A000000003000000' })]
  const rows = profiles.map((profile, i) => ({ ...csvRowOf(profile), device_alias: `東京, "${i}"\nsecond line`, group: '=A1' }))
  const text = writeKeysCsv([...rows, { iccid: '89810400000000000099', device_alias: 'without keys' }])
  const read = readKeysCsv(`\uFEFF${text}`)
  expect(read.skipped).toBe(1)
  expect(read.profiles.map(csvRowOf)).toEqual(profiles.map(csvRowOf))
  expect(readCsvRows(text)[1]?.row.device_alias).toBe('東京, "1"\nsecond line')
})

test('an omitted cell has its default value, and the key version number may be decimal or hex', () => {
  const [sim] = readKeysCsv(`${header}\n${iccid},${keys}\n`).profiles
  expect(sim).toMatchObject({ iccid, keyVersionNumber: 48, securityDomainAid: 'A000000151000000', imei: undefined })
  expect(toHex(sim!.scp03.dek)).toBe(key('c3'))
  const numbered = (kvn: string) => readKeysCsv(`${header},kvn\r\n${iccid},${keys},${kvn}`).profiles[0]?.keyVersionNumber
  expect([numbered('1'), numbered('0x30'), numbered('127'), numbered('')]).toEqual([1, 48, 127, 48])
  for (const wrong of ['128', '-1', '30h', '0x80', '1.5']) expect(() => numbered(wrong)).toThrow('line 2: kvn')
})

test('an exported cell that a spreadsheet would run as a formula is read without its apostrophe', () => {
  expect(readCsvRows(`iccid,msisdn\n${iccid},'+819012345678`)[0]?.row.msisdn).toBe('+819012345678')
})

test.each([
  ['', 'line 1: the file is empty'],
  ['imsi\n1', 'iccid is missing'],
  ['iccid,iccid\n1,2', 'twice'],
  ['iccid,what\n1,2', 'column 2 is not'],
  [`${header}\n${iccid}`, 'line 2: 1 cells'],
  [`${header}\n12,${keys}`, 'line 2: iccid'],
  [`${header}\n${iccid},${keys}\n\n${iccid},${keys}`, 'line 4: iccid: there is such a line already'],
  [`${header}\n${iccid},zz,${key('bb')},,,`, 'line 2: scp03_enc'],
  [`${header}\n${iccid},${key('aa', 24)},${key('bb')},${key('c1')},${key('c2')},${key('c3')}`, 'cap_auth_key: 16 or 32 octets'],
  [`${header}\n${iccid},${key('aa')},${key('bb')},${key('c1')},${key('c2', 32)},${key('c3')}`, 'scp03_mac: 16 octets'],
  [`${header}\n"${iccid},${keys}`, 'not closed'],
  [`${header}\n"${iccid}"x,${keys}`, 'closing quotation mark'],
  [`${header},sd_aid\n${iccid},${keys},A0`, 'sd_aid'],
])('an invalid CSV is refused, and the error names the line or the problem: %j', (text, reason) => {
  expect(() => readKeysCsv(text)).toThrow(reason)
})

test('an error message never contains a key', () => {
  const secret = 'deadbeefdeadbeef'
  for (const text of [`${header}\n${iccid},${secret},,,,`, `${secret}\n1`, `${header}\n"${secret}`])
    expect(() => readKeysCsv(text)).toThrow(expect.not.objectContaining({ message: expect.stringContaining(secret) as string }) as Error)
})
