import { hasCommandEncryption, hasResponseMac, maxPlainDataLength } from '../scp03/level.ts'
import type { SecurityLevel } from '../scp03/level.ts'
import type { MacLength } from '../scp03/keys.ts'
import { frameOverhead, maxWholeFrame } from './frame.ts'
import { commandDataHeader, loadCommandHeader, minReceiveBuffer } from './messages.ts'

/** The properties of frames that decide how a script is cut into chunks. */
export interface Cut {
  receiveBuffer: number
  enc: boolean
  /** Present for SCP81: TLS is the secure channel, and the commands in it are plain. */
  tls?: true
}

/** The secure channel that a script is wrapped in. */
export interface Wrapping {
  level: SecurityLevel
  macLength: MacLength
}

/** The largest body of a frame whose clear part has `clear` octets (OTA protocol §5.3). */
export function bodyRoom({ receiveBuffer, enc }: Cut, clear: number): number {
  const room = Math.min(receiveBuffer, maxWholeFrame) - frameOverhead - clear
  return enc ? Math.floor(room / 16) * 16 - 1 : room
}

/** The largest C-APDU that fits a COMMAND_DATA in answer to a POLL: 211 octets for a buffer of 255 (OTA protocol §5.3). */
export function largestCommand(cut: Cut): number {
  return bodyRoom(cut, 8) - commandDataHeader - 2
}

/** The smallest receive buffer that can receive a C-APDU of this length in any frame (OTA protocol §5.3). Null if no buffer does. */
export function bufferFor(commandLength: number, enc: boolean): number | null {
  const body = commandLength + commandDataHeader + 2
  const sealed = enc ? (Math.floor(body / 16) + 1) * 16 : body
  const buffer = Math.max(minReceiveBuffer, frameOverhead + 8 + sealed)
  return buffer <= maxWholeFrame ? buffer : null
}

/** The length of a wrapped C-APDU whose plain data has `plainLength` octets. A command with R-MAC has an Le. */
export function wrappedLength(plainLength: number, hasLe: boolean, wrapping: Wrapping | null): number {
  if (!wrapping) return 4 + (plainLength > 0 ? 1 + plainLength : 0) + (hasLe ? 1 : 0)
  const padded = hasCommandEncryption(wrapping.level) && plainLength > 0 ? (Math.floor(plainLength / 16) + 1) * 16 : plainLength
  return 5 + padded + wrapping.macLength + (hasLe || hasResponseMac(wrapping.level) ? 1 : 0)
}

/**
 * The block size with which a LOAD_COMMAND carries the most data, in whole commands of one size; with equal data, the size with fewer
 * commands. With ENC and level 03 it is 191 for a buffer of 255, and 143 (three commands in a frame) for 512.
 */
export function fillingBlockSize(cut: Cut, wrapping: Wrapping): number {
  const room = bodyRoom(cut, 0) - loadCommandHeader
  const most = maxPlainDataLength(wrapping.level, wrapping.macLength)
  let best = 0
  let bestTotal = 0
  for (let count = 1; count * (2 + wrappedLength(1, false, wrapping)) <= room; count++) {
    const allowed = Math.min(Math.floor(room / count) - 2, largestCommand(cut))
    let size = most
    while (size > 0 && wrappedLength(size, false, wrapping) > allowed) size--
    if (size * count > bestTotal) {
      best = size
      bestTotal = size * count
    }
  }
  return best
}

/** The end of the chunk that begins at `from`. It holds as many whole commands, each preceded by its length, as fit into `room` octets. */
export function chunkEnd(commands: readonly Uint8Array[], from: number, room: number): number {
  let end = from
  let left = room
  for (let next = commands[end]; next && next.length + 2 <= left; next = commands[end]) {
    left -= next.length + 2
    end++
  }
  return end
}

/** Cuts the commands into chunks, in order. A command that fits no frame has a chunk to itself. */
export function chunksOf(commands: readonly Uint8Array[], roomFrom: (index: number) => number): Uint8Array[][] {
  const chunks: Uint8Array[][] = []
  for (let at = 0; at < commands.length;) {
    const end = Math.max(at + 1, chunkEnd(commands, at, roomFrom(at)))
    chunks.push(commands.slice(at, end))
    at = end
  }
  return chunks
}
