import { ProtocolError } from '../errors.ts'
import { encodeTlv } from '../tlv.ts'
import type { Tlv } from '../tlv.ts'
import { readTlvs, safeTags, valueOf } from './objects.ts'

const pointLength = 65

/** The TLV of a public key of P-256: `34 45 49 43 86 41 04 X Y`. Both functions throw `ProtocolError('iotSafe')` for another point. */
export const publicKey = {
  encode: (point: Uint8Array): Uint8Array =>
    encodeTlv(safeTags.publicKey, encodeTlv(safeTags.keyPoint, encodeTlv(safeTags.point, checkedPoint(point)))),
  decode: (tlvs: readonly Tlv[]): Uint8Array => {
    const outer = readTlvs(valueOf(tlvs, safeTags.publicKey, 'public key'))
    return checkedPoint(valueOf(readTlvs(valueOf(outer, safeTags.keyPoint, 'public key')), safeTags.point, 'point', pointLength))
  },
} as const

function checkedPoint(point: Uint8Array): Uint8Array {
  if (point.length !== pointLength || point[0] !== 0x04) throw new ProtocolError('iotSafe', 'not an uncompressed point of P-256')
  return point
}

const signatureLength = 64

/**
 * A signature as cards send it: `33 40 r s`. Some cards code the length in two octets, `33 00 40`, which `decode` accepts as well. Throws
 * `ProtocolError('iotSafe')`.
 */
export const rawSignature = {
  encode: (signature: Uint8Array): Uint8Array => encodeTlv(safeTags.signature, signature),
  decode: (octets: Uint8Array): Uint8Array => {
    const head = [0x33, 0x00, 0x40].every((octet, at) => octets[at] === octet) ? 3 : 2
    if (octets.length !== head + signatureLength || octets[0] !== 0x33 || octets[head - 1] !== signatureLength)
      throw new ProtocolError('iotSafe', 'not a signature of 64 octets')
    return octets.subarray(head)
  },
} as const
