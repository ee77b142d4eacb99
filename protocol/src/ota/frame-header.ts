import { Reader, Writer } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { isMessageCode, messageCode } from './message-codes.ts'
import type { MessageCode } from './message-codes.ts'

/** The side that made a frame (bit DIR, OTA protocol §5.1). */
export type Sender = 'card' | 'server'

/** Reason for refusing a frame header (OTA protocol §5.9, items 2 and 3). */
export type HeaderRefusal = 'version' | 'flags' | 'code' | 'direction'

export type Refusable<T, R extends string> = { ok: true; value: T } | { ok: false; reason: R }

export interface FrameHeader {
  from: Sender
  enc: boolean
  code: MessageCode
  sessionId: number
  sequence: number
}

const sentBy: Readonly<Record<Sender, readonly MessageCode[]>> = {
  card: [messageCode.poll, messageCode.resFirstChunk, messageCode.resCommandApdu, messageCode.closeSession],
  server: [messageCode.commandData, messageCode.loadCommand, messageCode.scpInit, messageCode.closeSession],
}

export const headerLength = 10
const version = 0x10
const serverFlag = 0x08
const encFlag = 0x04

/** `length` is the value of the length field: the number of octets after it. */
export type FrameStart = FrameHeader & { length: number }

/** Reads the header at the start of a frame. Returns the reason for a header that neither side sends. */
export function readFrameHeader(frame: Uint8Array): Refusable<FrameStart, HeaderRefusal> {
  const reader = new Reader(frame)
  const length = reader.uint(2)
  const flags = reader.uint(1)
  const code = reader.uint(1)
  const sessionId = reader.uint(4)
  const sequence = reader.uint(2)
  if ((flags & 0xf0) !== version) return { ok: false, reason: 'version' }
  if ((flags & 0x03) !== 0) return { ok: false, reason: 'flags' }
  if (!isMessageCode(code)) return { ok: false, reason: 'code' }
  const from = (flags & serverFlag) === 0 ? 'card' : 'server'
  if (!sentBy[from].includes(code)) return { ok: false, reason: 'direction' }
  return { ok: true, value: { length, from, enc: (flags & encFlag) !== 0, code, sessionId, sequence } }
}

/**
 * The header that all frames share (OTA protocol §5.1). `decode` throws `ProtocolError('frame')` for each header that `readFrameHeader`
 * refuses.
 */
export const frameHeader: Codec<FrameStart> = {
  encode: ({ length, from, enc, code, sessionId, sequence }) => {
    const writer = new Writer()
    writer.uint(length, 2)
    writer.uint(version | (from === 'server' ? serverFlag : 0) | (enc ? encFlag : 0), 1)
    writer.uint(code, 1)
    writer.uint(sessionId, 4)
    writer.uint(sequence, 2)
    return writer.bytes()
  },
  decode: (start) => {
    const header = readFrameHeader(start)
    if (!header.ok) throw new ProtocolError('frame', `header refused: ${header.reason}`)
    if (start.length > headerLength) throw new ProtocolError('trailing', `${start.length - headerLength} octets left over`)
    return header.value
  },
}
