import { expect, test } from 'vitest'
import { textIn } from '../../ui/words/text.ts'
import { faultText } from './edit-text.ts'
import { changeOf, emptyDraft, newSimOf, requiredBytes } from './sim-draft.ts'
import { faultsOfChange, faultsOfNew } from './sim-faults.ts'

const t = textIn(faultText, 'ja')
const key = '00112233445566778899AABBCCDDEEFF'
const keys = Object.fromEntries(
  ['cap_auth_key', 'encrypt_key', 'scp03_enc', 'scp03_mac', 'scp03_dek'].map((name) => [`keys.${name}`, key]),
) as object
const valid = { ...emptyDraft, iccid: '8981100000000000017' }

test('pasted digits are normalised, and an empty field is sent as null', () => {
  const draft = {
    ...valid,
    iccid: ' 8981 1000 0000 ００００ 017 ',
    imei: '35-209900-176148-1',
    msisdn: '+81 90-1234-5678',
    device_alias: ' 水位計 ',
  }
  expect(faultsOfNew(draft, t)).toEqual({})
  expect(newSimOf(draft)).toMatchObject({
    iccid: '8981100000000000017',
    imsi: null,
    msisdn: '+819012345678',
    imei: '352099001761481',
    device_alias: '水位計',
    external_device_id: null,
    type: 'SIM',
    operator: 'other',
    cm_platform: 'none',
    group_id: null,
  })
})

test('each field shows the error that the server would return for it', () => {
  const iccid = (typed: string) => faultsOfNew({ ...emptyDraft, iccid: typed }, t).iccid
  expect([iccid(''), iccid('89811A'), iccid('898110000000000001'), iccid('8981100000000000017')]).toEqual([
    'ICCIDは必須です',
    'ICCIDは数字だけで入力してください',
    'ICCIDは19桁または20桁で入力してください（現在18桁）',
    undefined,
  ])
  const wrong = { ...valid, imsi: '12345', msisdn: 'x', imei: '1', device_alias: 'a'.repeat(101), external_device_id: 'b\u0000' }
  const each = { imsi: t.imsi, msisdn: t.msisdn, imei: t.imei, device_alias: t.line(100), external_device_id: t.line(64) }
  expect(faultsOfNew(wrong, t)).toEqual(each)
  expect(faultsOfChange(wrong, t)).toEqual(each)
})

test('keys are sent only if the user adds them: all five, with three SCP03 keys of the same length', () => {
  const some = { ...valid, 'keys.cap_auth_key': key }
  expect(newSimOf(some)).not.toHaveProperty('keys')
  expect(faultsOfNew({ ...some, withKeys: true }, t)).toEqual({
    'keys.encrypt_key': t.encryptKey,
    'keys.scp03_enc': t.scp03Key,
    'keys.scp03_mac': t.scp03Key,
    'keys.scp03_dek': t.scp03Key,
  })
  const whole = { ...valid, ...keys, withKeys: true, 'keys.kvn': '0x7f' }
  expect(newSimOf(whole).keys).toMatchObject({ scp03_dek: key, kvn: 127 })
  expect(newSimOf(whole).keys).not.toHaveProperty('sd_aid')
  expect(newSimOf({ ...whole, scp03_level: '33' })).toMatchObject({ scp03_level: '33' })
  expect(changeOf({ ...valid, scp03_level: '33' }, valid)).toEqual({ scp03_level: '33' })
  expect(changeOf({ ...valid, imsi: '440101234567890' }, valid)).not.toHaveProperty('scp03_level')
  expect(faultsOfNew({ ...whole, 'keys.scp03_enc': key + key.slice(0, 16) }, t)).toEqual({
    'keys.scp03_mac': t.scp03Alike,
    'keys.scp03_dek': t.scp03Alike,
  })
  expect(faultsOfNew({ ...whole, 'keys.scp03_dek': key.slice(2) }, t)).toEqual({ 'keys.scp03_dek': t.scp03Key })
  expect(faultsOfNew({ ...whole, 'keys.kvn': '128', 'keys.sd_aid': 'A0' }, t)).toEqual({ 'keys.kvn': t.kvn, 'keys.sd_aid': t.sd_aid })
  expect([0, 32, 34, 48, 66].map((digits) => requiredBytes(digits, [16, 24, 32]))).toEqual([16, 16, 24, 24, 32])
})

test('a change sends only the changed fields', () => {
  const before = { ...valid, imsi: '440101234567890', group_id: { id: 4, name: '東京' } }
  expect(changeOf({ ...before, imsi: '', group_id: null, operator: 'ntt' }, before)).toEqual({
    imsi: null,
    group_id: null,
    operator: 'ntt',
  })
  expect(changeOf({ ...before, imsi: ' 440101234567890 ' }, before)).toEqual({})
  expect(changeOf({ ...before, ...keys, withKeys: true }, before)).toEqual({
    keys: expect.objectContaining({ encrypt_key: key }) as unknown,
  })
})
