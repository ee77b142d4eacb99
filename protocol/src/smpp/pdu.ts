import { concat, Reader, uint } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'

/** Commands of SMPP 3.4 (§5.1.2.1). An answer has the command of its request with the highest bit. */
export const smppCommand = {
  genericNack: 0x80000000,
  submitSm: 0x00000004,
  deliverSm: 0x00000005,
  unbind: 0x00000006,
  bindTransceiver: 0x00000009,
  enquireLink: 0x00000015,
} as const

const answerBit = 0x80000000

export const isAnswer = (command: number): boolean => command >= answerBit
export const answerTo = (command: number): number => command + answerBit

/** Statuses that this side tells apart (SMPP 3.4 §5.1.3). */
export const smppStatus = {
  ok: 0x00,
  invalidCommand: 0x03,
  notBound: 0x04,
  alreadyBound: 0x05,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  queueFull: 0x14,
  throttled: 0x58,
  neverAccepted: 0x65,
} as const

/** One packet between client and message centre. */
export interface SmppPdu {
  command: number
  /** 0 in a request. */
  status: number
  sequence: number
  body: Uint8Array
}

const headerLength = 16
/** The longest packet that is read. A message has at most 64 KiB of optional payload. */
export const maxPduLength = 70_000

export const smppPdu: Codec<SmppPdu> = {
  encode: ({ command, status, sequence, body }) =>
    concat(uint(headerLength + body.length, 4), uint(command, 4), uint(status, 4), uint(sequence, 4), body),
  decode: (wire) => {
    const reader = new Reader(wire)
    const length = reader.uint(4)
    if (length !== wire.length || length < headerLength)
      throw new ProtocolError('lengths', `a packet of ${wire.length} octets says ${length}`)
    const [command, status, sequence] = [reader.uint(4), reader.uint(4), reader.uint(4)]
    return { command, status, sequence, body: reader.rest() }
  },
}

/**
 * The length of the packet that begins here; null while its length field is incomplete. Throws `ProtocolError('lengths')` for a length that
 * no packet has: the stream cannot be read any further.
 */
export function pduLength(stream: Uint8Array): number | null {
  if (stream.length < 4) return null
  const length = new Reader(stream).uint(4)
  if (length < headerLength || length > maxPduLength) throw new ProtocolError('lengths', `no packet has ${length} octets`)
  return length
}
