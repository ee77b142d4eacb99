import { commandApdu, leAny } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { bytesOf, concat, equalBytes, lv, Reader } from '../bytes.ts'
import { aesCbcDecrypt, aesCbcEncrypt } from '../crypto/aes.ts'
import { ProtocolError } from '../errors.ts'
import { kcv } from '../scp03/keys.ts'
import { decodeTlvs, encodeTlv, findTlv } from '../tlv.ts'

/** Key type of AES keys (GPC 2.3.1 §11.1.8, table 11-16). */
export const aesKeyType = 0x88

/** Key identifiers of an SCP03 key set (GPC Amendment D §5.2). */
export const scp03KeyIds = { enc: 1, mac: 2, dek: 3 } as const

const zeroIv = new Uint8Array(16)

/** What PUT KEY loads: plain keys, at identifiers that follow one another. */
export type KeysToPut = {
  /** The version that is replaced; 0 adds keys. */
  readonly replaces: number
  /** 1 to 7F; the version the keys have afterwards. */
  readonly version: number
  /** Identifier of the first key: 1 for a whole SCP03 set. */
  readonly firstId: number
  /** AES, 16, 24 or 32 octets each. */
  readonly keys: readonly Uint8Array[]
}

/**
 * PUT KEY with AES keys under the static DEK of the key set that opened the channel (GPC 2.3.1 §11.8; Amendment D §7.2):
 * AES-CBC with ICV 0, the octets of the key before its cryptogram.
 */
export function putKey({ replaces, version, firstId, keys }: KeysToPut, dek: Uint8Array): CommandApdu {
  if (version < 1 || version > 0x7f) throw new ProtocolError('range', 'a key version is 1 to 7F')
  const fields = keys.map((key) => {
    const padded = new Uint8Array(Math.ceil(key.length / 16) * 16)
    padded.set(key)
    const block = concat(bytesOf(key.length), aesCbcEncrypt(dek, zeroIv, padded))
    return concat(bytesOf(aesKeyType), lv(block), lv(kcv(key)))
  })
  return commandApdu(0x80, 0xd8, replaces, (keys.length > 1 ? 0x80 : 0x00) | firstId, concat(bytesOf(version), ...fields), leAny)
}

/** One key of PUT KEY as it came: its block still encrypted. An empty check value was not given. */
export type KeyField = { readonly type: number; readonly block: Uint8Array; readonly kcv: Uint8Array }

export type PutKey = Omit<KeysToPut, 'keys'> & { readonly keys: readonly KeyField[] }

/** Card: reads PUT KEY. Throws `ProtocolError('apdu')` for P1 or P2, `'truncated' | 'parameters'` for its data. */
export function parsePutKey(command: CommandApdu): PutKey {
  const firstId = command.p2 & 0x7f
  if (command.ins !== 0xd8 || firstId === 0) throw new ProtocolError('apdu', 'not a PUT KEY that is known here')
  const reader = new Reader(command.data)
  const version = reader.uint(1)
  if (version < 1 || version > 0x7f) throw new ProtocolError('parameters', 'a key version is 1 to 7F')
  const keys: KeyField[] = []
  while (reader.remaining > 0) keys.push({ type: reader.uint(1), block: reader.lv(), kcv: reader.lv() })
  const several = (command.p2 & 0x80) !== 0
  if (keys.length === 0 || (!several && keys.length > 1) || firstId + keys.length > 0x80)
    throw new ProtocolError('parameters', 'more or fewer keys than P2 says')
  return { replaces: command.p1 & 0x7f, version, firstId, keys }
}

/**
 * Card: the key in an AES key block; both forms are read, with the length of the key before the cryptogram and without.
 * Throws `ProtocolError('parameters')` for a block of neither form, `'key'` when the check value is another.
 */
export function openKeyBlock({ block, kcv: expected }: KeyField, dek: Uint8Array): Uint8Array {
  const plainForm = block.length % 16 === 0
  const length = plainForm ? block.length : (block[0] ?? 0)
  const cryptogram = plainForm ? block : block.subarray(1)
  if (![16, 24, 32].includes(length) || cryptogram.length !== Math.ceil(length / 16) * 16)
    throw new ProtocolError('parameters', 'not the block of an AES key')
  const key = aesCbcDecrypt(dek, zeroIv, cryptogram).slice(0, length)
  if (expected.length > 0 && !equalBytes(kcv(key), expected)) throw new ProtocolError('key', 'the key check value is wrong')
  return key
}

/** Card: the data PUT KEY is answered with: the version, then the check values that were given (GPC 2.3.1 §11.8.3.1). */
export function putKeyAnswer({ version, keys }: PutKey): Uint8Array {
  return concat(bytesOf(version), ...keys.map((key) => key.kcv))
}

/** Whether a card answered PUT KEY with the version and the check values of the keys that were sent. */
export function confirmsKeys({ version, keys }: KeysToPut, answer: Uint8Array): boolean {
  return equalBytes(answer, concat(bytesOf(version), ...keys.map(kcv)))
}

/** What DELETE [key] removes: of one version, with one identifier, or the one key that has both. */
export type KeyDeletion = { readonly id: number | null; readonly version: number | null }

/** DELETE [key] (GPC 2.3.1 §11.2.2.3.2). */
export function deleteKeys({ id, version }: KeyDeletion): CommandApdu {
  const part = (tag: number, value: number | null): Uint8Array => (value === null ? new Uint8Array(0) : encodeTlv(tag, bytesOf(value)))
  return commandApdu(0x80, 0xe4, 0x00, 0x00, concat(part(0xd0, id), part(0xd2, version)))
}

/** Card: reads DELETE [key]; null when the command deletes card content. Throws `ProtocolError('apdu' | 'tlv' | 'parameters')`. */
export function parseDeleteKeys(command: CommandApdu): KeyDeletion | null {
  if (command.ins !== 0xe4 || command.p1 !== 0x00) throw new ProtocolError('apdu', 'not a DELETE that is known here')
  const tlvs = decodeTlvs(command.data)
  const [id, version] = [findTlv(tlvs, 0xd0), findTlv(tlvs, 0xd2)]
  if (!id && !version) return null
  if ((id && id.length !== 1) || (version && version.length !== 1))
    throw new ProtocolError('parameters', 'a key identifier or version has one octet')
  return { id: id?.[0] ?? null, version: version?.[0] ?? null }
}

/** What a card tells of one key: never the key. `length` in octets. */
export type KeyInformation = { readonly id: number; readonly version: number; readonly type: number; readonly length: number }

/** The key information template `E0` (GPC 2.3.1 §11.3.3.1, table 11-26), basic form. */
export function encodeKeyInformation(keys: readonly KeyInformation[]): Uint8Array {
  return encodeTlv(0xe0, concat(...keys.map(({ id, version, type, length }) => encodeTlv(0xc0, bytesOf(id, version, type, length)))))
}

/** Reads the template; keys of several components show the first. Throws `ProtocolError('tlv')`. */
export function decodeKeyInformation(template: Uint8Array): KeyInformation[] {
  const value = findTlv(decodeTlvs(template), 0xe0)
  if (!value) throw new ProtocolError('tlv', 'no key information template')
  return decodeTlvs(value)
    .filter(({ tag }) => tag === 0xc0)
    .map(({ value: field }) => {
      const [id, version, type, length] = field
      if (id === undefined || version === undefined || type === undefined || length === undefined)
        throw new ProtocolError('tlv', 'key information of fewer than 4 octets')
      return { id, version, type, length }
    })
}
