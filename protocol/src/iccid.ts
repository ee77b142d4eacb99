import { ProtocolError } from './errors.ts'

/** Digits as the SIM stores them: each octet holds two digits, the earlier one in its low nibble (ETSI TS 102 221 §13.2). */
export function swapDigits(digits: string): Uint8Array {
  const out = new Uint8Array(digits.length / 2)
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(digits[2 * i + 1]! + digits[2 * i]!, 16)
  return out
}

const swappedHex = Array.from({ length: 256 }, (_, octet) => (octet & 0x0f).toString(16) + (octet >> 4).toString(16))

/** Reads all nibbles as lower-case hex digits, each low nibble before its high nibble. */
export function unswapDigits(bytes: Uint8Array): string {
  let out = ''
  for (let i = 0; i < bytes.length; i++) out += swappedHex[bytes[i]!]!
  return out
}

/** Writes an ICCID of 19 or 20 digits as EF.ICCID: ten octets, with F for a missing twentieth digit. Throws `ProtocolError('iccid')`. */
export function iccidToBytes(iccid: string): Uint8Array {
  if (!/^\d{19,20}$/.test(iccid)) throw new ProtocolError('iccid', 'an ICCID has 19 or 20 digits')
  return swapDigits(iccid.padEnd(20, 'f'))
}

/** Reads the 19 or 20 digits of EF.ICCID. Throws `ProtocolError('iccid')`. */
export function iccidFromBytes(bytes: Uint8Array): string {
  const digits = unswapDigits(bytes)
  if (bytes.length !== 10 || !/^\d{19}[\df]$/.test(digits)) throw new ProtocolError('iccid', 'EF.ICCID holds 19 or 20 digits in ten octets')
  return digits.endsWith('f') ? digits.slice(0, 19) : digits
}

/**
 * Writes an IMEI of 15 digits as eight octets: `A` in the low nibble of the first octet, the first digit in its high nibble, then pairs of
 * digits with their nibbles swapped.
 */
export function imeiToBytes(imei: string): Uint8Array {
  if (!/^\d{15}$/.test(imei)) throw new ProtocolError('message', 'an IMEI has 15 digits')
  return swapDigits(`a${imei}`)
}

/** Reads an IMEI. Throws `ProtocolError('message')` when the octets hold no 15 digits. */
export function imeiFromBytes(bytes: Uint8Array): string {
  const digits = unswapDigits(bytes)
  if (bytes.length !== 8 || !/^a\d{15}$/.test(digits)) throw new ProtocolError('message', 'an IMEI is eight octets: A and 15 digits')
  return digits.slice(1)
}

/** A public land mobile network: MCC of three digits, MNC of two or three. */
export interface Plmn {
  mcc: string
  mnc: string
}

/** Writes MCC and MNC in three octets (3GPP TS 24.008 §10.5.1.3). Throws `ProtocolError('message')`. */
export function plmnToBytes({ mcc, mnc }: Plmn): Uint8Array {
  if (!/^\d{3}$/.test(mcc) || !/^\d{2,3}$/.test(mnc)) throw new ProtocolError('message', 'an MCC has 3 digits, an MNC 2 or 3')
  return swapDigits(`${mcc}${mnc[2] ?? 'f'}${mnc.slice(0, 2)}`)
}

/** Reads MCC and MNC. Throws `ProtocolError('message')` when the three octets hold none. */
export function plmnFromBytes(bytes: Uint8Array): Plmn {
  const digits = unswapDigits(bytes)
  if (bytes.length !== 3 || !/^\d{3}[\df]\d{2}$/.test(digits)) throw new ProtocolError('message', 'no MCC and MNC in these octets')
  return { mcc: digits.slice(0, 3), mnc: digits.slice(4, 6) + (digits[3] === 'f' ? '' : digits[3]!) }
}
