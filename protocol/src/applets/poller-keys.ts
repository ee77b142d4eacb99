import { concat, equalBytes } from '../bytes.ts'
import { aesCbcDecrypt, aesCbcEncrypt, zeroIv } from '../crypto/aes.ts'
import { ProtocolError } from '../errors.ts'
import type { SimKeys } from '../ota/keys.ts'
import { kdf } from '../scp03/kdf.ts'
import { decodeTlvs, encodeTlv, findTlv } from '../tlv.ts'

const keysTag = 0xa5
/** The tags of a key and its check value, and the constant of the KDF for the latter. Neither SCP03 nor the device session uses them. */
const fields = {
  capAuthKey: { key: 0x80, check: 0x81, constant: 0x25 },
  encryptKey: { key: 0x82, check: 0x83, constant: 0x26 },
} as const
const checkOctets = 3

/**
 * Three octets that tell a key of the SIM with that EF.ICCID from another one. They are derived, because the keys of a poller feed the KDF
 * only and never a cipher (OTA protocol §5.2).
 */
const checkValue = (key: Uint8Array, constant: number, iccid: Uint8Array): Uint8Array =>
  kdf(key, constant, iccid, 128).subarray(0, checkOctets)

/**
 * The data of STORE DATA that gives our poller its CAP_AUTH_KEY and ENCRYPT_KEY: `A5 {80 key, 81 check value, 82 key, 83 check value}`. The
 * keys are encrypted under the static DEK of the key set that opened the channel, as those of PUT KEY: AES-CBC with ICV 0.
 */
export function sealPollerKeys(keys: SimKeys, dek: Uint8Array, iccid: Uint8Array): Uint8Array {
  const sealed = (['capAuthKey', 'encryptKey'] as const).flatMap((name) => {
    const { key, check, constant } = fields[name]
    return [encodeTlv(key, aesCbcEncrypt(dek, zeroIv, keys[name])), encodeTlv(check, checkValue(keys[name], constant, iccid))]
  })
  return encodeTlv(keysTag, concat(...sealed))
}

/** True for data that begins as that of `sealPollerKeys`. */
export const holdsPollerKeys = (data: Uint8Array): boolean => data[0] === keysTag

/**
 * Card: opens the data of `sealPollerKeys`. Throws `ProtocolError('parameters')` or `'tlv'` for data of another form, `'key'` for a wrong
 * check value.
 */
export function openPollerKeys(data: Uint8Array, dek: Uint8Array, iccid: Uint8Array): SimKeys {
  const template = findTlv(decodeTlvs(data), keysTag)
  const found = template ? decodeTlvs(template) : []
  const open = (name: keyof typeof fields): Uint8Array => {
    const { key, check, constant } = fields[name]
    const sealed = findTlv(found, key)
    const given = findTlv(found, check)
    if (!sealed || !given || (sealed.length !== 16 && sealed.length !== 32))
      throw new ProtocolError('parameters', 'not the keys of a poller')
    const opened = aesCbcDecrypt(dek, zeroIv, sealed)
    if (!equalBytes(checkValue(opened, constant, iccid), given)) throw new ProtocolError('key', 'the check value is wrong')
    return opened
  }
  return { capAuthKey: open('capAuthKey'), encryptKey: open('encryptKey') }
}
