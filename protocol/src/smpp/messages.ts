import { bytesOf, concat, Reader, uint } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'

/** An address with its type of number and its numbering plan (SMPP 3.4 §5.2.5, §5.2.6). */
export interface SmppAddress {
  type: number
  plan: number
  address: string
}

/** The body of a bind as transceiver (SMPP 3.4 §4.1.5). */
export interface SmppBind {
  systemId: string
  password: string
  systemType: string
}

/** The body of submit_sm and deliver_sm (SMPP 3.4 §4.4.1, §4.6.1). */
export interface SmppMessage {
  source: SmppAddress
  destination: SmppAddress
  /** Features and kind of the message: `esmClass`. */
  esmClass: number
  protocolId: number
  /** True if the message centre is to report the delivery. */
  wantsReceipt: boolean
  dataCoding: number
  /** User data, with its header if `esmClass` says so. */
  userData: Uint8Array
  /** Optional parameters by their tag, without the payload. */
  options: readonly { tag: number; value: Uint8Array }[]
}

/** Bits of `esmClass` (SMPP 3.4 §5.2.12). */
export const esmClass = { receipt: 0x04, kinds: 0x3c, userDataHeader: 0x40 } as const
export const smppTag = { receiptedMessageId: 0x001e, messagePayload: 0x0424, messageState: 0x0427 } as const

const limits = {
  systemId: 16,
  password: 65,
  systemType: 13,
  serviceType: 6,
  addressRange: 41,
  address: 21,
  time: 17,
  messageId: 65,
} as const
const version34 = 0x34
const mostShortOctets = 254

/** A text of ASCII that a zero octet ends. `limit` counts the zero octet. */
function encodeText(text: string, limit: number): Uint8Array {
  const octets = new TextEncoder().encode(text)
  if (octets.length >= limit || octets.some((octet) => octet === 0 || octet > 0x7f))
    throw new ProtocolError('range', `a text of ${text.length} characters does not fit`)
  return concat(octets, bytesOf(0))
}

function readText(reader: Reader, limit: number): string {
  let text = ''
  for (let length = 1; length <= limit; length++) {
    const octet = reader.uint(1)
    if (octet === 0) return text
    if (octet > 0x7f) throw new ProtocolError('message', 'a text that is not ASCII')
    text += String.fromCharCode(octet)
  }
  throw new ProtocolError('message', `a text without its end within ${limit} octets`)
}

export const smppBind: Codec<SmppBind> = {
  encode: ({ systemId, password, systemType }) =>
    concat(
      encodeText(systemId, limits.systemId),
      encodeText(password, limits.password),
      encodeText(systemType, limits.systemType),
      bytesOf(version34, 0, 0, 0),
    ),
  decode: (wire) => {
    const reader = new Reader(wire)
    const systemId = readText(reader, limits.systemId)
    const password = readText(reader, limits.password)
    const systemType = readText(reader, limits.systemType)
    reader.take(3)
    readText(reader, limits.addressRange)
    reader.end()
    return { systemId, password, systemType }
  },
}

const encodeAddress = ({ type, plan, address }: SmppAddress): Uint8Array =>
  concat(uint(type, 1), uint(plan, 1), encodeText(address, limits.address))
const readAddress = (reader: Reader): SmppAddress => ({
  type: reader.uint(1),
  plan: reader.uint(1),
  address: readText(reader, limits.address),
})

const encodeOption = (tag: number, value: Uint8Array): Uint8Array => concat(uint(tag, 2), uint(value.length, 2), value)

export const smppMessage: Codec<SmppMessage> = {
  encode: ({ source, destination, userData, options, ...more }) => {
    const isLong = userData.length > mostShortOctets
    return concat(
      encodeText('', limits.serviceType),
      encodeAddress(source),
      encodeAddress(destination),
      concat(uint(more.esmClass, 1), uint(more.protocolId, 1), bytesOf(0)),
      concat(encodeText('', limits.time), encodeText('', limits.time)),
      concat(bytesOf(more.wantsReceipt ? 1 : 0, 0), uint(more.dataCoding, 1), bytesOf(0)),
      isLong ? bytesOf(0) : concat(uint(userData.length, 1), userData),
      ...options.map(({ tag, value }) => encodeOption(tag, value)),
      isLong ? encodeOption(smppTag.messagePayload, userData) : bytesOf(),
    )
  },
  decode: (wire) => {
    const reader = new Reader(wire)
    readText(reader, limits.serviceType)
    const source = readAddress(reader)
    const destination = readAddress(reader)
    const [kind, protocolId] = [reader.uint(1), reader.uint(1)]
    reader.take(1)
    readText(reader, limits.time)
    readText(reader, limits.time)
    const wantsReceipt = (reader.uint(1) & 0x03) === 1
    reader.take(1)
    const dataCoding = reader.uint(1)
    reader.take(1)
    const short = reader.take(reader.uint(1))
    const all: { tag: number; value: Uint8Array }[] = []
    while (reader.remaining > 0) all.push({ tag: reader.uint(2), value: reader.take(reader.uint(2)) })
    const payload = all.find(({ tag }) => tag === smppTag.messagePayload)
    if (payload && short.length > 0) throw new ProtocolError('message', 'a message with two payloads')
    const options = all.filter(({ tag }) => tag !== smppTag.messagePayload)
    return { source, destination, esmClass: kind, protocolId, wantsReceipt, dataCoding, userData: payload?.value ?? short, options }
  },
}

/** The body of the answers to submit_sm and deliver_sm. An answer that reports an error may have none. */
export const smppMessageId: Codec<string> = {
  encode: (id) => encodeText(id, limits.messageId),
  decode: (wire) => {
    const reader = new Reader(wire)
    return reader.remaining === 0 ? '' : readText(reader, limits.messageId)
  },
}
