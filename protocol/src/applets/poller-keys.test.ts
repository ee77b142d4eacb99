import { expect, test } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { iccidToBytes } from '../iccid.ts'
import { holdsPollerKeys, openPollerKeys, sealPollerKeys } from './poller-keys.ts'

const iccid = iccidToBytes('89810400000000000017')
const dek = fromHex('404142434445464748494A4B4C4D4E4F')
const keys = { capAuthKey: fromHex('000102030405060708090A0B0C0D0E0F'), encryptKey: fromHex('10'.repeat(32)) }

const codeOf = (open: () => unknown): string => {
  try {
    open()
    return 'opened'
  } catch (error) {
    if (error instanceof ProtocolError) return error.code
    throw error
  }
}

test('a poller opens the keys that were sealed for it, and they are not in the data', () => {
  const data = sealPollerKeys(keys, dek, iccid)
  expect(holdsPollerKeys(data)).toBe(true)
  const opened = openPollerKeys(data, dek, iccid)
  expect([toHex(opened.capAuthKey), toHex(opened.encryptKey)]).toEqual([toHex(keys.capAuthKey), toHex(keys.encryptKey)])
  for (const key of Object.values(keys)) expect(toHex(data)).not.toContain(toHex(key))
})

test('a poller takes no keys of another DEK, of another SIM, changed ones, or data of another form', () => {
  const data = sealPollerKeys(keys, dek, iccid)
  expect(codeOf(() => openPollerKeys(data, fromHex('50'.repeat(16)), iccid))).toBe('key')
  expect(codeOf(() => openPollerKeys(data, dek, iccidToBytes('89810400000000000025')))).toBe('key')
  for (const at of [4, 22, 27, data.length - 1]) {
    const changed = data.slice()
    changed[at]! ^= 1
    expect([at, codeOf(() => openPollerKeys(changed, dek, iccid))]).toEqual([at, 'key'])
  }
  expect(codeOf(() => openPollerKeys(data.subarray(0, -1), dek, iccid))).toBe('tlv')
  expect(codeOf(() => openPollerKeys(fromHex('A500'), dek, iccid))).toBe('parameters')
  expect(codeOf(() => openPollerKeys(fromHex('A5068001FF810100'), dek, iccid))).toBe('parameters')
})
