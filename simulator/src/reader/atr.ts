import { bytesOf, concat, fromHex } from '@simdeck/protocol/bytes.ts'

/** The transmission protocol of a card in a reader (ISO/IEC 7816-3 §10, §11). */
export type TransmissionProtocol = 't0' | 't1'

/** Category 80, then tag 5 (card issuer's data) with the name of this virtual card (ISO/IEC 7816-4 §8.1.1). */
const historicalBytes = concat(fromHex('8057'), new TextEncoder().encode('SIMDECK'))

/** The answer to reset. With T=1 it has information fields of 254 octets and a check octet (ISO/IEC 7816-3 §8.2). */
export function answerToReset(protocol: TransmissionProtocol): Uint8Array {
  if (protocol === 't0') return concat(bytesOf(0x3b, historicalBytes.length), historicalBytes)
  const checked = concat(bytesOf(0x80 | historicalBytes.length), fromHex('8131fe45'), historicalBytes)
  return concat(bytesOf(0x3b), checked, bytesOf(checked.reduce((sum, octet) => sum ^ octet)))
}
