import { expect, test } from 'vitest'
import { guessFormat, guessKeyColumns, guessKeySet, readKeyStart, shownCell } from './key-file.ts'

const start = (text: string) => ({ bytes: new TextEncoder().encode(text), whole: true })
const key = '00112233445566778899AABBCCDDEEFF'

test('the names of vendors are matched, the first column wins, and keys of the subscription are left out', () => {
  expect(guessKeyColumns(['ICCID', 'IMSI', 'KI', 'eOPc', 'KIC1', 'KID1', 'KIC2', 'KIC1_KCV'])).toEqual([
    'iccid',
    null,
    null,
    null,
    'kic',
    'kid',
    null,
    'kic_kcv',
  ])
  expect(
    guessKeyColumns(['Ser_nb', 'SCP03_ENC', 'S-MAC', 'K_DEK', 'KVN', 'KENC30 KCV', 'CAP_AUTH_KEY', 'Encryption key', 'ENC_KI']),
  ).toEqual(['iccid', 'scp03_enc', 'scp03_mac', 'scp03_dek', 'kvn', 'scp03_enc_kcv', 'cap_auth_key', 'encrypt_key', null])
  expect(guessKeyColumns(['KENC', 'KMAC', 'KDEK', 'ENC'])).toEqual(['scp03_enc', 'scp03_mac', 'scp03_dek', null])
  expect(guessKeySet(['a', 'KIC_03'], [null, 'kic'])).toBe('3')
  expect(guessKeySet(['KIC'], ['kic'])).toBe('1')
})

test('an output file is recognised by its line Var_Out, and its header and remarks are left out', () => {
  const file = start(`Customer: a\nType: b/c\nVar_Out: ICCID/KI/KIC1\r\n*\n8981 ${key} ${key}\n8982//${key}\n`)
  expect([guessFormat(file, 'utf-8'), guessFormat(start('ICCID,KI\n'), 'utf-8')]).toEqual(['varOut', 'csv'])
  expect(readKeyStart(file, 'utf-8', 'varOut')).toEqual({
    header: ['ICCID', 'KI', 'KIC1'],
    lines: [
      ['8981', key, key],
      ['8982', '', key],
    ],
  })
  expect(readKeyStart(start('a,b\n'), 'utf-8', 'varOut').header).toEqual([])
})

test('no key is shown, in no column', () => {
  expect([shownCell('kic', 'abc'), shownCell('iccid', key), shownCell(null, key), shownCell('iccid', '8981100000000000001')]).toEqual([
    '••••',
    '••••',
    '••••',
    '8981100000000000001',
  ])
})

test('the separator of a CSV is recognised by its first line', () => {
  const formatOf = (text: string) => guessFormat(start(text), 'utf-8')
  expect(['ICCID;KIC1;KID1,x\n', 'ICCID\tKIC1\tKID1\n', '\nICCID,KIC1;KID1,x\n', 'ICCID\n'].map(formatOf)).toEqual([
    'semicolon',
    'tab',
    'csv',
    'csv',
  ])
  expect(readKeyStart(start('ICCID;"K;I"\n8981; \n'), 'utf-8', 'semicolon')).toEqual({ header: ['ICCID', 'K;I'], lines: [['8981', '']] })
  expect(readKeyStart(start('ICCID\tKIC\n\t1,2\n'), 'utf-8', 'tab')).toEqual({ header: ['ICCID', 'KIC'], lines: [['', '1,2']] })
})

test('the columns of SCP81 are matched by the names of vendors, and a column named ID is not', () => {
  expect(guessKeyColumns(['ICCID', 'ID', 'PSK_ID', 'PSK'])).toEqual(['iccid', null, 'scp81_identity', 'scp81_key'])
  expect(guessKeyColumns(['SCP81 identity', 'SCP81 key'])).toEqual(['scp81_identity', 'scp81_key'])
  expect(shownCell('scp81_key', '00')).toBe('••••')
})
