import { expect, test } from 'vitest'
import { chosenTwice, guessColumns, looksLikeData, previewCell } from './guess-columns.ts'
import { csvFault, decodeStart, firstRecords, guessEncoding, readStart, startBytes } from './read-start.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const start = (bytes: Uint8Array) => ({ bytes, whole: true })
/** 電話番号,デバイス名 in Shift_JIS. */
const shiftJis = new Uint8Array(Buffer.from('9364986294d48d862c8366836f83438358967c0d0a', 'hex'))

test('the encoding is guessed from the bytes, even if the start ends within a character', async () => {
  expect(guessEncoding(start(utf8('iccid,電話番号')))).toBe('utf-8')
  expect(guessEncoding(start(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8('iccid')])))).toBe('utf-8')
  expect(guessEncoding(start(shiftJis))).toBe('shift_jis')
  expect(decodeStart(start(shiftJis), 'shift_jis')).toMatch(/^電話番号,デバイス/)
  const long = await readStart(new File([`a${'電'.repeat(startBytes)}`], 'long.csv'))
  expect([long.bytes.length, long.whole, guessEncoding(long)]).toEqual([startBytes, false, 'utf-8'])
  expect(decodeStart(start(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8('iccid')])), 'utf-8')).toBe('iccid')
})

test('a file that is not CSV is refused before the upload', () => {
  expect(csvFault(start(new Uint8Array()))).toBe('empty')
  expect(csvFault(start(new Uint8Array([0xff, 0xfe, 0x69, 0])))).toBe('utf16')
  expect(csvFault(start(new Uint8Array([0x50, 0x4b, 3, 4, 0])))).toBe('binary')
  expect(csvFault(start(shiftJis))).toBe(null)
})

test('records are split by the rules of CSV, and a record that may be incomplete is left out', () => {
  const text = 'a,b,c\r\n1," 2, ""two""\n", 3 \r\n\r\n,,\r\n4,5\r6,"7'
  expect(firstRecords(text, 10, true)).toEqual([
    ['a', 'b', 'c'],
    ['1', '2, "two"', '3'],
    ['4', '5'],
    ['6', '7'],
  ])
  expect(firstRecords(text, 10, false).at(-1)).toEqual(['4', '5'])
  expect(firstRecords(text, 2, true)).toHaveLength(2)
})

test('columns are matched by their own names and by common ones, each SIM column once', () => {
  expect(guessColumns(['ICCID', ' 電話 番号', 'ﾃﾞﾊﾞｲｽ名', 'グループ', 'Device-Alias', '備考', 'SCP03_ENC', 'Ｋｅｙ Version'])).toEqual([
    'iccid',
    'msisdn',
    'device_alias',
    'group',
    null,
    null,
    'scp03_enc',
    'kvn',
  ])
  expect([...chosenTwice(['iccid', null, 'imsi', 'iccid', null])]).toEqual(['iccid'])
  expect(looksLikeData(['8981100012345678901', '440101234567890'])).toBe(true)
  expect(looksLikeData(['iccid', 'imsi'])).toBe(false)
})

test('keys are hidden in the preview, whatever their column is matched to', () => {
  expect(previewCell('cap_auth_key', 'abc')).toBe('••••')
  expect(previewCell(null, '00112233445566778899aabbccddeeff')).toBe('••••')
  expect(previewCell('device_alias', '00112233445566778899AABBCCDDEEFF')).toBe('••••')
  expect(previewCell('scp03_dek', '')).toBe('')
  expect(previewCell('iccid', '8981100012345678901')).toBe('8981100012345678901')
})
