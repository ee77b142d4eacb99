import { Reader } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, findTlv } from '../tlv.ts'
import type { Tlv } from '../tlv.ts'

/** An integer from `least` to `most`. */
export function within(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

/** Reads the TLVs of an applet's parameters. Throws `ProtocolError('parameters')`. */
export function readTlvs(value: Uint8Array): Tlv[] {
  try {
    return decodeTlvs(value)
  } catch (error) {
    if (error instanceof ProtocolError) throw new ProtocolError('parameters', error.message)
    throw error
  }
}

/** Reader of the value of a mandatory TLV. Throws `ProtocolError('parameters')` with the field's name. */
export function readerOf(tlvs: readonly Tlv[], tag: number, name: string, length?: number): Reader {
  const value = findTlv(tlvs, tag)
  if (!value || (length !== undefined && value.length !== length))
    throw new ProtocolError('parameters', `${name}: missing or of a wrong length`)
  return new Reader(value)
}
