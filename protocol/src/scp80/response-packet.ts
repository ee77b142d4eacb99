import { bytesOf, concat, equalBytes, Reader, uint } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { checksumOf, cipherOf } from './algorithms.ts'
import type { PacketKeys } from './algorithms.ts'
import type { CommandHeader } from './command-packet.ts'
import { responseStatus } from './response-status.ts'
import { openPart, sealPart } from './secured-part.ts'
import type { OpenedPart, Protection } from './secured-part.ts'

/** A response packet: the proof of receipt of a command packet (TS 102 225 §5.2). */
export interface ResponsePacket {
  /** That of the command. */
  counter: number
  status: number
  data: Uint8Array
}

export interface OpenedResponse extends OpenedPart {
  status: number
  /** True if a cryptographic checksum proves that the card wrote the response. */
  isAuthentic: boolean
}

/** The user data header of a response packet, which its checksum covers (TS 31.115 §4.3). */
const userDataHeader = bytesOf(0x02, 0x71, 0x00)
/** Octets from the TAR to the status, which the header length RHL counts besides the checksum. */
const fixedLength = 10
const tarLength = 3

function protectionOf({ spi, kic, kid }: CommandHeader, keys: PacketKeys): Protection {
  return { cipher: spi.proofCiphered ? cipherOf(kic, keys) : null, checksum: checksumOf(spi.proofCheck, kid, keys) }
}

/** True if a response to the command can be told from one without protection, because it has a checksum. */
const hasChecksum = ({ spi }: CommandHeader): boolean => spi.proofCheck !== 'none'

const unprotected: Protection = { cipher: null, checksum: null }

function seal({ counter, status, data }: ResponsePacket, { tar }: CommandHeader, protection: Protection): Uint8Array {
  const rhl = fixedLength + (protection.checksum?.length ?? 0)
  const headerOf = (length: number): Uint8Array => concat(uint(1 + tarLength + length, 2), bytesOf(rhl), tar)
  return sealPart({ counter, status, data }, protection, headerOf, userDataHeader)
}

/** Writes the response packet to a command from RPL on, without user data header. Throws `ProtocolError('key' | 'range')`. */
export function sealResponse(packet: ResponsePacket, command: CommandHeader, keys: PacketKeys): Uint8Array {
  return seal(packet, command, protectionOf(command, keys))
}

/**
 * Writes the response to a command that the card could not verify. It has no checksum and is not encrypted, so that nobody obtains a
 * checksum under the key of the card by sending a wrong command. Null if the command asks for encryption without a checksum: its sender
 * could not tell that the response is not encrypted.
 */
export function sealRefusal(packet: ResponsePacket, command: CommandHeader): Uint8Array | null {
  return command.spi.proofCiphered && !hasChecksum(command) ? null : seal(packet, command, unprotected)
}

/**
 * Reads the response packet to a command from RPL on, decrypts it and verifies its checksum in constant time. An error without checksum is
 * returned as not authentic. Throws `ProtocolError`: 'lengths', 'packet' for a response to another application, 'key', 'checksum', 'padding'.
 */
export function openResponse(packet: Uint8Array, command: CommandHeader, keys: PacketKeys): OpenedResponse {
  const reader = new Reader(packet)
  if (packet.length < 3 + fixedLength) throw new ProtocolError('lengths', `a response packet of ${packet.length} octets`)
  const rpl = reader.uint(2)
  if (rpl !== reader.remaining) throw new ProtocolError('lengths', `RPL is ${rpl}, but ${reader.remaining} octets follow`)
  const rhl = reader.uint(1)
  if (rhl < fixedLength || rhl > reader.remaining) throw new ProtocolError('lengths', `RHL is ${rhl} of ${reader.remaining} octets`)
  const tar = reader.take(tarLength)
  if (!equalBytes(tar, command.tar)) throw new ProtocolError('packet', 'the response comes from another application')
  const isBare = rhl === fixedLength && hasChecksum(command)
  const protection = isBare ? unprotected : protectionOf(command, keys)
  const length = protection.checksum?.length ?? 0
  if (rhl !== fixedLength + length) throw new ProtocolError('lengths', `RHL leaves ${rhl - fixedLength} octets for a checksum of ${length}`)
  const header = packet.subarray(0, reader.offset)
  const opened = openPart(reader.rest(), true, protection, header, userDataHeader)
  const status = opened.status ?? 0
  if (isBare && (status === responseStatus.ok || opened.data.length > 0))
    throw new ProtocolError('checksum', 'a response without checksum that reports no error')
  return { ...opened, status, isAuthentic: command.spi.proofCheck === 'cc' && !isBare }
}
