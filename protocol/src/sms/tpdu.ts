import { bytesOf, concat, Reader, toHex, uint } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { decodeUserData, encodeUserData } from './user-data.ts'
import type { UserData } from './user-data.ts'

/** The address of a message: type of number and numbering plan, and its semi-octets as hex digits (TS 23.040 §9.1.2.5). */
export interface SmsAddress {
  type: number
  digits: string
}

/** The protocol identifier of a message for the card: (U)SIM data download (TS 23.040 §9.2.3.9). */
export const simDataDownload = 0x7f
/** 8-bit data of class 2, which the device hands to the card (TS 23.038 §4). */
export const dataClass2 = 0xf6

interface Content {
  protocolId: number
  dataCoding: number
  userData: UserData
}

/** A message from the network to the device. */
export interface SmsDeliver extends Content {
  /** True if the network has no more messages waiting. */
  isLast: boolean
  originator: SmsAddress
  /** Seven octets of semi-octets (TS 23.040 §9.2.3.11). */
  timestamp: Uint8Array
}

/** A message from the device to the network. */
export interface SmsSubmit extends Content {
  reference: number
  destination: SmsAddress
}

const mostDigits = 20
const timestampLength = 7
/** Bits of the first octet. */
const first = { deliver: 0x00, submit: 0x01, noMoreMessages: 0x04, header: 0x40 } as const

const swapped = (digits: string): string => digits.replaceAll(/(.)(.)/g, '$2$1')

/** The semi-octets of the digits, with F as the last one of an odd number. */
export function encodeDigits(digits: string): Uint8Array {
  if (!/^[0-9a-f]*$/.test(digits) || digits.length > mostDigits)
    throw new ProtocolError('sms', `an address has at most ${mostDigits} semi-octets`)
  const padded = swapped(digits.length % 2 === 0 ? digits : `${digits}f`)
  return bytesOf(...Array.from({ length: padded.length / 2 }, (_, at) => Number.parseInt(padded.slice(2 * at, 2 * at + 2), 16)))
}

/** The digits of the semi-octets, the filler included. */
export const decodeDigits = (octets: Uint8Array): string => swapped(toHex(octets))

const encodeAddress = ({ type, digits }: SmsAddress): Uint8Array => concat(uint(digits.length, 1), uint(type, 1), encodeDigits(digits))

function readAddress(reader: Reader): SmsAddress {
  const length = reader.uint(1)
  if (length > mostDigits) throw new ProtocolError('sms', `an address of ${length} semi-octets`)
  const type = reader.uint(1)
  const digits = decodeDigits(reader.take(Math.ceil(length / 2)))
  if (length % 2 === 1 && !digits.endsWith('f')) throw new ProtocolError('sms', 'an address of odd length without its filler')
  return { type, digits: digits.slice(0, length) }
}

/** True if the user data are octets: 8-bit data or UCS2. The lengths of 7-bit text count septets. */
function areOctets(dataCoding: number): boolean {
  const group = dataCoding >> 4
  if (group <= 0x07) return (dataCoding & 0x20) === 0 && (dataCoding & 0x0c) !== 0 && (dataCoding & 0x0c) !== 0x0c
  return group === 0x0e || (group === 0x0f && (dataCoding & 0x04) !== 0)
}

function encodeContent({ protocolId, dataCoding, userData }: Content, between: Uint8Array): Uint8Array {
  if (!areOctets(dataCoding)) throw new ProtocolError('sms', 'the coding of the user data is not of octets')
  const octets = encodeUserData(userData)
  return concat(uint(protocolId, 1), uint(dataCoding, 1), between, uint(octets.length, 1), octets)
}

function readContent(reader: Reader, hasHeader: boolean, betweenLength: number): Content & { between: Uint8Array } {
  const [protocolId, dataCoding] = [reader.uint(1), reader.uint(1)]
  if (!areOctets(dataCoding)) throw new ProtocolError('sms', 'the coding of the user data is not of octets')
  const between = reader.take(betweenLength)
  const octets = reader.take(reader.uint(1))
  reader.end()
  return { protocolId, dataCoding, between, userData: decodeUserData(octets, hasHeader) }
}

/** Runs a reader of a TPDU. Octets that are missing or left over throw `ProtocolError('sms')`. */
function readingTpdu<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtocolError && ['truncated', 'trailing'].includes(error.code)) throw new ProtocolError('sms', error.message)
    throw error
  }
}

const headerBit = ({ userData }: Content): number => (userData.elements.length > 0 ? first.header : 0)

/** SMS-DELIVER (TS 23.040 §9.2.2.1). Reading accepts the flags of reply path, status report and loops, which a card ignores. */
export const smsDeliver: Codec<SmsDeliver> = {
  encode: (message) => {
    if (message.timestamp.length !== timestampLength) throw new ProtocolError('sms', 'a timestamp has seven octets')
    const octet = first.deliver | (message.isLast ? first.noMoreMessages : 0) | headerBit(message)
    return concat(bytesOf(octet), encodeAddress(message.originator), encodeContent(message, message.timestamp))
  },
  decode: (wire) =>
    readingTpdu(() => {
      const reader = new Reader(wire)
      const octet = reader.uint(1)
      if ((octet & 0x03) !== first.deliver) throw new ProtocolError('sms', 'not an SMS-DELIVER')
      const originator = readAddress(reader)
      const { between: timestamp, ...content } = readContent(reader, (octet & first.header) !== 0, timestampLength)
      return { isLast: (octet & first.noMoreMessages) !== 0, originator, timestamp, ...content }
    }),
}

/** The octets of the validity period, by the two bits that name its format. */
const validityLengths = [0, timestampLength, 1, timestampLength] as const

/** SMS-SUBMIT (TS 23.040 §9.2.2.2). It is written without a validity period; reading accepts and ignores one. */
export const smsSubmit: Codec<SmsSubmit> = {
  encode: (message) =>
    concat(
      bytesOf(first.submit | headerBit(message)),
      uint(message.reference, 1),
      encodeAddress(message.destination),
      encodeContent(message, bytesOf()),
    ),
  decode: (wire) =>
    readingTpdu(() => {
      const reader = new Reader(wire)
      const octet = reader.uint(1)
      if ((octet & 0x03) !== first.submit) throw new ProtocolError('sms', 'not an SMS-SUBMIT')
      const reference = reader.uint(1)
      const destination = readAddress(reader)
      const { between: _, ...content } = readContent(reader, (octet & first.header) !== 0, validityLengths[(octet >> 3) & 0x03]!)
      return { reference, destination, ...content }
    }),
}
