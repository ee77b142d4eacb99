import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runVectors } from './run.ts'

const folder = process.env['VECTORS'] ?? join(import.meta.dirname, '../../../../shared/vectors')
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))

test.runIf(files.length > 0).each(files)('every vector of %s passes', (name) => {
  const results = runVectors(read(name))
  expect(results.length).toBeGreaterThan(0)
  expect(results.filter((result) => !result.ok)).toEqual([])
})

const transcript = {
  keyBits: 128,
  mode: 'S8',
  kvn: '30',
  iParam: '70',
  keys: {
    enc: '404142434445464748494a4b4c4d4e4f',
    mac: '401122334445566748494a4b4c4d4e4f',
  },
  hostChallenge: '0807060504030201',
  initializeUpdateResponse: '000050c7606a8cf64800300370a3f5f144d19be66e72bfcbdf4a14515f00002a',
  keyDivData: '000050c7606a8cf64800',
  cardChallenge: 'a3f5f144d19be66e',
  cardCryptogram: '72bfcbdf4a14515f',
  sequenceCounter: '00002a',
  sdAidForPseudoRandomChallenge: 'a000000018434d08090a0b0c000000',
  hostCryptogram: 'aeb8dad1865b85e2',
  securityLevel: '03',
  externalAuthenticate: '8482030010aeb8dad1865b85e258959c22a57fe961',
}
const command = {
  plain: '80e60200150a45786572636973655236000006ef04c602068200',
  wrapped: '84e6020028df31907fc027482d5dcb7dc028245f7c108ca4d2aff12275079768e1efe9429e840c2c642490b205',
  macChainAfter: '840c2c642490b205f448e9ccd440ca11',
  counterAfter: 1,
}
const outcome = (vector: object, oneCommand: object = command): boolean[] =>
  runVectors({ cases: [{ ...vector, commands: [oneCommand] }] }).map((result) => result.ok)

test('a right transcript passes, with all fields and with some left out', () => {
  expect(outcome(transcript)).toEqual([true])
  expect(outcome({ ...transcript, initializeUpdateResponse: null, externalAuthenticate: null, hostCryptogram: undefined })).toEqual([true])
  expect(outcome(transcript, { plain: command.plain })).toEqual([true])
})

function altered(value: unknown): unknown {
  if (typeof value === 'number') return value + 64
  if (typeof value !== 'string') return 'not hex'
  return value === 'S8' ? 'S16' : `${value.slice(0, -1)}${value.endsWith('1') ? '3' : '1'}`
}

test.each(Object.entries(transcript).filter(([name]) => name !== 'keys'))('a transcript with a wrong %s fails', (name, value) => {
  expect(outcome({ ...transcript, [name]: altered(value) })).toEqual([false])
  expect(outcome({ ...transcript, [name]: 'not hex' })).toEqual([false])
})

test.each(Object.entries(command))('a command with a wrong %s fails', (name, value) => {
  expect(outcome(transcript, { ...command, [name]: altered(value) })).toEqual([false])
})

test.each([
  ['kcv', { key: '000102030405060708090a0b0c0d0e0f', kcv: 'c35280' }, 'kcv'],
  [
    'vectors',
    {
      key: '00000000000000000000000000000000',
      constant: 1,
      context: '00000000000000000000000000000000',
      outBits: 256,
      out: '329c873894717f6d545c755d175ae7ecdab085de2592fc3b9218a7fd77005e31',
    },
    'out',
  ],
  [
    'derivationOnly',
    {
      key: '404142434445464748494a4b4c4d4e4f',
      hostChallenge: 'a7f76c713f0a713d',
      cardChallenge: '31900058c1c451a2',
      sEnc: '258a78866f41482bef482dc8ca976ccd',
      sMac: '053db6abc7fdf3b63a0d965ee16b0255',
      sRmac: 'eda0b4f2ec0345bfc50f3bc59cfef936',
    },
    'sRmac',
  ],
])('a correct vector of %s passes and a wrong one fails', (section, vector, field) => {
  expect(runVectors({ [section]: [vector] })).toMatchObject([{ ok: true }])
  expect(runVectors({ [section]: [{ ...vector, [field]: '00' }] })).toMatchObject([{ ok: false }])
})

test.each([null, [], {}, 'text', { other: [] }, { cases: 'none' }])('%j is no vector file', (json) => {
  expect(runVectors(json)).toMatchObject([{ ok: false, why: 'not a vector file of a known format' }])
})

test('entries that are no vectors fail', () => {
  expect(runVectors({ cases: [null, 5, {}], kcv: ['x'] }).map((result) => result.ok)).toEqual([false, false, false, false])
})
