import { expect, test } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { currentAdf, knownFile, pathText, telecom } from './file-names.ts'
import { type FileValue, fileValues } from './file-values.ts'
import { readRemoteConfig, tlvText, tlvTree } from './remote-config.ts'
import { filledWith, readTemplate, templateText } from './template.ts'

const usim = (id: number): number[] => [currentAdf, id]
const shown = (path: readonly number[], hex: string, offset = 0): string[] =>
  fileValues(path, fromHex(hex), offset).map(({ name, value }: FileValue) =>
    [name, value].map((part) => (typeof part === 'string' ? part : part.en)).join(': '),
  )

test('contents of standard files are shown by their values', () => {
  expect(shown(usim(0x6f60), '44f010400099f9074800ffffff0000')).toEqual(['1: 440-01 · LTE', '2: 999-70 · NR+LTE', '3: Empty'])
  expect(shown(usim(0x6f60), '99f9074800', 5)).toEqual(['2: 999-70 · NR+LTE'])
  expect(shown(usim(0x6f60), '99f9074800', 3)).toEqual([])
  expect(shown(usim(0x6f7b), '130014ffffff')).toEqual(['1: 310-410', '2: Empty'])
  expect(shown(usim(0x6f46), '01496f54ffff')).toEqual(['Name: IoT'])
  expect(shown(usim(0x6f46), '0180540d524dffff')).toEqual(['Name: 名前'])
  expect(shown(usim(0x6f07), '084904012143658709')).toEqual(['IMSI: 440101234567890'])
  expect(shown([0x2fe2], '981801000000000010f7')).toEqual(['ICCID: 8981100000000000017'])
  expect(shown([0x2fe2], '98')).toEqual([])
  expect(shown(usim(0x6f78), '0401')).toEqual(['Classes: 0, 10'])
  expect(shown(usim(0x6f40), `4d796e756dffffffffff07911809214365ffffffffffffff`)).toEqual(['Name: Mynum', 'Number: +8190123456'])
  expect(shown(usim(0x6f99), '00')).toEqual([])
})

test('octets that are no value are shown as they are, and never fail', () => {
  expect(shown(usim(0x6f60), 'aabbcc0000')).toEqual(['1: Not readable'])
  expect(shown(usim(0x6f46), '0100')).toEqual(['Name: 00'])
  for (const id of [0x6f05, 0x6f07, 0x6f3a, 0x6f40, 0x6f42, 0x6f46, 0x6f60, 0x6f78, 0x6f7b, 0x6f7e])
    for (let length = 0; length < 60; length++)
      for (const octet of [0x00, 0x5a, 0x80, 0xff]) fileValues(usim(id), new Uint8Array(length).fill(octet))
})

test('files are named by their path', () => {
  expect([knownFile([])?.name, knownFile([telecom])?.name, knownFile(usim(0x6f46))?.name]).toEqual(['MF', 'DF.TELECOM', 'EF.SPN'])
  expect(knownFile([telecom, 0x6f60])).toBeNull()
  expect(pathText(usim(0x6f46))).toBe('3F00 / 7FFF / 6F46')
})

test('data objects with variables are read as a tree and written with new lengths', () => {
  const text = 'E00FC00A{{iccid}}C1010782020405'
  const tree = tlvTree(readRemoteConfig(text, 'tlv'))
  expect(tree.map(({ tag, length }) => [tag, length])).toEqual([
    ['E0', 15],
    ['82', 2],
  ])
  expect(tlvText(tree)).toBe(text)
  const [first, ...others] = tree
  const changed = [{ ...first!, children: [{ ...first!.children![0]!, value: `${'AA'.repeat(200)}{{imsi}}` }] }, ...others]
  expect(tlvText(changed)).toBe(`E081D4C081D1${'AA'.repeat(200)}{{imsi}}82020405`)
  expect(tlvTree(readRemoteConfig(tlvText(changed), 'tlv'))[0]?.length).toBe(212)
})

test('values take the places of variables, and a value that is missing or too long is none', () => {
  const values = { iccid: '89811000000000000177', imsi: '44010123456789', imei: null, msisdn: '0901', simId: '7', 'group.name': '東京' }
  const filled = (text: string): string | null => {
    const octets = filledWith(readTemplate(text), values)
    return octets && toHex(octets)
  }
  expect(filled('00{{iccid}}01')).toBe('009818010000000000107701')
  expect(filled('{{imsi}}')).toBe('0841040121436587f9')
  expect(filled('{{group.name:8}}')).toBe('e69db1e4baacffff')
  expect(filled('{{group.name:5}}')).toBeNull()
  expect(filled('{{imei}}')).toBeNull()
  expect(templateText(readTemplate('0a{{ msisdn : 15 }}{{msisdn:4}}'))).toBe('0A{{msisdn}}{{msisdn:4}}')
})

test('a column of a CSV takes its place as text or as hex, and is written back as it was read', () => {
  const script = readTemplate('c1 {{csv.apn}} {{ csv.設定-1 : 4 }} {{csv.key:HEX2}}')
  expect(templateText(script)).toBe('C1{{csv.apn}}{{csv.設定-1:4}}{{csv.key:hex2}}')
  const sim = { iccid: null, imsi: null, imei: null, msisdn: null, simId: null, 'group.name': null }
  const filled = (values: Record<`csv.${string}`, string | null>) => {
    const octets = filledWith(script, { ...sim, ...values })
    return octets && toHex(octets)
  }
  const whole = { 'csv.apn': 'a', 'csv.設定-1': '日', 'csv.key': '0aFF' } as const
  expect(filled(whole)).toBe(`c161${'ff'.repeat(15)}e697a5ff0aff`)
  for (const wrong of [{ 'csv.key': '0aF' }, { 'csv.key': '0aFG' }, { 'csv.設定-1': '日本' }, { 'csv.apn': null }]) {
    expect(filled({ ...whole, ...wrong })).toBeNull()
  }
  for (const wrong of ['{{csv.a b}}', '{{csv.}}', `{{csv.${'x'.repeat(41)}}}`, '{{csv.a:hex201}}', '{{iccid:hex4}}', '{{csv.a:0}}']) {
    expect(() => readTemplate(wrong)).toThrow(/^variable/)
  }
})
