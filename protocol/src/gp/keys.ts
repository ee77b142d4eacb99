import { commandApdu, leAny } from '../apdu.ts'
import { bytesOf, concat, equalBytes } from '../bytes.ts'
import type { Codec, CommandCodec } from '../codec.ts'
import { aesCbcDecrypt, aesCbcEncrypt } from '../crypto/aes.ts'
import { ProtocolError } from '../errors.ts'
import { codecOf, lengthValue, octets, record, toEnd, u8 } from '../fields.ts'
import { kcv } from '../scp03/keys.ts'
import { decodeTlvs, encodeTlv, findTlv } from '../tlv.ts'

/** Key type of AES keys (GPC 2.3.1 §11.1.8, table 11-16). */
export const aesKeyType = 0x88

/** Key identifiers of an SCP03 key set (GPC Amendment D §5.2). */
export const scp03KeyIds = { enc: 1, mac: 2, dek: 3 } as const

const zeroIv = new Uint8Array(16)

/** The plain keys that PUT KEY loads. Their identifiers follow one another. */
export type KeysToPut = {
  /** The key version that PUT KEY replaces; 0 adds keys. */
  readonly replaces: number
  /** The key version after PUT KEY: 1 to 7F. */
  readonly version: number
  /** Identifier of the first key: 1 for a whole SCP03 set. */
  readonly firstId: number
  /** AES, 16, 24 or 32 octets each. */
  readonly keys: readonly Uint8Array[]
}

/** One key of PUT KEY on the wire. `block` is encrypted. `kcv` is empty if the command has no check value. */
export type KeyField = { readonly type: number; readonly block: Uint8Array; readonly kcv: Uint8Array }

export type PutKey = Omit<KeysToPut, 'keys'> & { readonly keys: readonly KeyField[] }

const keyFields = codecOf<{ readonly version: number; readonly keys: readonly KeyField[] }>(
  record({ version: u8, keys: toEnd(record({ type: u8, block: lengthValue, kcv: lengthValue })) }),
)

/** PUT KEY (GPC 2.3.1 §11.8). `decode` throws `ProtocolError('apdu')` for P1 or P2, `'truncated'` or `'parameters'` for the data. */
export const putKey: CommandCodec<PutKey> = {
  encode: ({ replaces, version, firstId, keys }) => {
    if (version < 1 || version > 0x7f) throw new ProtocolError('range', 'a key version is 1 to 7F')
    const p2 = (keys.length > 1 ? 0x80 : 0x00) | firstId
    return commandApdu(0x80, 0xd8, replaces, p2, keyFields.encode({ version, keys }), leAny)
  },
  decode: (command) => {
    const firstId = command.p2 & 0x7f
    if (command.ins !== 0xd8 || firstId === 0) throw new ProtocolError('apdu', 'not a PUT KEY that is known here')
    const { version, keys } = keyFields.decode(command.data)
    if (version < 1 || version > 0x7f) throw new ProtocolError('parameters', 'a key version is 1 to 7F')
    const several = (command.p2 & 0x80) !== 0
    if (keys.length === 0 || (!several && keys.length > 1) || firstId + keys.length > 0x80)
      throw new ProtocolError('parameters', 'more or fewer keys than P2 says')
    return { replaces: command.p1 & 0x7f, version, firstId, keys }
  },
}

/**
 * Encrypts AES keys under the static DEK of the key set that opened the channel (GPC Amendment D §7.2): AES-CBC with ICV 0. The length of
 * each key precedes its cryptogram.
 */
export function sealKeys({ keys, ...rest }: KeysToPut, dek: Uint8Array): PutKey {
  const seal = (key: Uint8Array): KeyField => {
    const padded = new Uint8Array(Math.ceil(key.length / 16) * 16)
    padded.set(key)
    return { type: aesKeyType, block: concat(bytesOf(key.length), aesCbcEncrypt(dek, zeroIv, padded)), kcv: kcv(key) }
  }
  return { ...rest, keys: keys.map(seal) }
}

/**
 * Card: opens an AES key block, in the form with the length of the key before the cryptogram or in the form without. Throws
 * `ProtocolError('parameters')` for a block of neither form, `'key'` for a wrong check value.
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

/** The answer to PUT KEY: the version, and the check values of the keys. */
export type PutKeyResponse = { readonly version: number; readonly kcvs: readonly Uint8Array[] }

/** The data of the answer to PUT KEY (GPC 2.3.1 §11.8.3.1). Check values have three octets. */
export const putKeyResponse: Codec<PutKeyResponse> = codecOf(record({ version: u8, kcvs: toEnd(octets(3)) }))

/** True when the card answers PUT KEY with the version and the check values of the keys that were sent. */
export function confirmsKeys({ version, keys }: KeysToPut, answer: Uint8Array): boolean {
  return equalBytes(answer, putKeyResponse.encode({ version, kcvs: keys.map(kcv) }))
}

/** Facts on one key of a card, never the key itself. `length` is in octets. */
export type KeyInformation = { readonly id: number; readonly version: number; readonly type: number; readonly length: number }

/**
 * The key information template `E0` (GPC 2.3.1 §11.3.3.1, table 11-26), basic form. Of a key with several components, `decode` returns the
 * first; it throws `ProtocolError('tlv')`.
 */
export const keyInformation: Codec<readonly KeyInformation[]> = {
  encode: (keys) =>
    encodeTlv(0xe0, concat(...keys.map(({ id, version, type, length }) => encodeTlv(0xc0, bytesOf(id, version, type, length))))),
  decode: (template) => {
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
  },
}
