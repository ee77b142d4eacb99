import { concat } from '../bytes.ts'
import { openCbc, pad80, sealCbc, unpad80 } from '../crypto/aes.ts'
import { equalSecret } from '../crypto/equal.ts'
import { ProtocolError } from '../errors.ts'
import { frameHeader, headerLength, readFrameHeader } from './frame-header.ts'
import type { FrameHeader, HeaderRefusal, Refusable, Sender } from './frame-header.ts'
import type { FrameKeys } from './keys.ts'
import { messageCode } from './message-codes.ts'

/** Reason for refusing a frame (OTA protocol §5.9, items 1 to 5). */
export type FrameRefusal = HeaderRefusal | 'length' | 'mac' | 'enc' | 'padding'

/** A frame with a valid structure whose MAC is not yet verified. */
export interface SealedFrame extends FrameHeader {
  /** The whole frame, length field included. */
  bytes: Uint8Array
  /** The clear part has 22 octets in a POLL and 8 in the answer to a POLL. Otherwise it is empty. */
  clear: Uint8Array
  /** The body as in the frame: encrypted if `enc` is true. */
  sealedBody: Uint8Array
  mac: Uint8Array
}

/** Largest value of the length field; the largest whole frame is two octets longer. */
export const maxFrameLength = 1498
export const maxWholeFrame = maxFrameLength + 2
const minFrameLength = 16
const macLength = 8
/** Octets of a frame without its clear part and body. */
export const frameOverhead = headerLength + macLength

/** Length of the clear part: a server's frame of sequence 0 is the answer to a POLL (OTA protocol §5.1). */
export function clearLength(header: FrameHeader): number {
  if (header.from === 'card') return header.code === messageCode.poll ? 22 : 0
  return header.sequence === 0 ? 8 : 0
}

/**
 * The length of the frame that starts here, length field included. Null while the length field is incomplete; 'refused' if no frame has
 * that length; the caller then closes the connection.
 */
export function wholeFrameLength(stream: Uint8Array): number | null | 'refused' {
  if (stream.length > 0 && stream[0]! > maxFrameLength >> 8) return 'refused'
  if (stream.length < 2) return null
  const length = stream[0]! * 256 + stream[1]!
  return length < minFrameLength || length > maxFrameLength ? 'refused' : length + 2
}

/** Reads the structure of exactly one frame from the side `from`. Its content is not authentic before `openFrame`. */
export function parseFrame(bytes: Uint8Array, from: Sender): Refusable<SealedFrame, FrameRefusal> {
  if (wholeFrameLength(bytes) !== bytes.length) return { ok: false, reason: 'length' }
  const read = readFrameHeader(bytes)
  if (!read.ok) return read
  const { enc, code, sessionId, sequence } = read.value
  if (read.value.from !== from) return { ok: false, reason: 'direction' }
  const bodyAt = headerLength + clearLength(read.value)
  const macAt = bytes.length - macLength
  if (bodyAt > macAt) return { ok: false, reason: 'length' }
  const sealedBody = bytes.subarray(bodyAt, macAt)
  if (enc && (sealedBody.length === 0 || sealedBody.length % 16 !== 0)) return { ok: false, reason: 'enc' }
  const clear = bytes.subarray(headerLength, bodyAt)
  // A copy, since sessions keep the MAC of a frame of up to 1,500 octets.
  const mac = new Uint8Array(macLength)
  for (let i = 0; i < macLength; i++) mac[i] = bytes[macAt + i]!
  return { ok: true, value: { from, enc, code, sessionId, sequence, bytes, clear, sealedBody, mac } }
}

/** The block whose encryption is the ICV: nonce and counter of a POLL, octets 2 to 9 of any other frame (OTA protocol §5.1). */
export function icvInput(frame: FrameHeader, start: Uint8Array, clear: Uint8Array): Uint8Array {
  const out = new Uint8Array(16)
  const isPoll = frame.from === 'card' && frame.code === messageCode.poll
  const [source, first, count] = isPoll ? [clear, 10, 12] : [start, 2, 8]
  for (let i = 0; i < count; i++) out[i] = source[first + i]!
  return out
}

/** Verifies the MAC in constant time, then decrypts the body. Refuses with 'enc' if the flag of the frame differs from `enc`. */
export function openFrame(frame: SealedFrame, keys: FrameKeys, enc: boolean): Refusable<Uint8Array, FrameRefusal> {
  const mac = keys.cmac.mac(frame.bytes.subarray(0, -macLength)).subarray(0, macLength)
  if (!equalSecret(mac, frame.mac)) return { ok: false, reason: 'mac' }
  if (frame.enc !== enc) return { ok: false, reason: 'enc' }
  if (!enc) return { ok: true, value: frame.sealedBody }
  const body = unpad80(openCbc(keys.enc, icvInput(frame, frame.bytes, frame.clear), frame.sealedBody))
  return body ? { ok: true, value: body } : { ok: false, reason: 'padding' }
}

/** Encrypts the body and adds the MAC. Throws `ProtocolError('frame')` if the clear part or the size is wrong. */
export function sealFrame(header: FrameHeader, clear: Uint8Array, body: Uint8Array, keys: FrameKeys): Uint8Array {
  if (clear.length !== clearLength(header)) throw new ProtocolError('frame', `a clear part of ${clear.length} octets`)
  const sealedLength = header.enc ? (Math.floor(body.length / 16) + 1) * 16 : body.length
  const length = frameOverhead - 2 + clear.length + sealedLength
  if (length > maxFrameLength) throw new ProtocolError('frame', `a frame of ${length} octets`)
  const start = frameHeader.encode({ ...header, length })
  const sealedBody = header.enc ? sealCbc(keys.enc, icvInput(header, start, clear), pad80(body)) : body
  return concat(start, clear, sealedBody, keys.cmac.mac(start, clear, sealedBody).subarray(0, macLength))
}
