import { bytesOf, concat, Reader, uint } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { checksumOf, cipherOf } from './algorithms.ts'
import type { PacketKeys } from './algorithms.ts'
import { openPart, sealPart } from './secured-part.ts'
import type { OpenedPart, Protection } from './secured-part.ts'
import { spi as spiCodec } from './spi.ts'
import type { Spi } from './spi.ts'

/** The part of a command packet that is never encrypted (TS 102 225 §5.1). */
export interface CommandHeader {
  spi: Spi
  /** Key set (high half) and cipher (low half). */
  kic: number
  /** Key set (high half) and checksum (low half). */
  kid: number
  /** Toolkit application reference, 3 octets: the application on the card that the data is for. */
  tar: Uint8Array
}

export interface CommandPacket extends CommandHeader {
  /** 0 to 2^40 - 1. */
  counter: number
  data: Uint8Array
}

/** A command packet with a valid structure whose checksum is not yet verified. */
export interface SealedCommand extends CommandHeader {
  /** CPL to TAR. */
  header: Uint8Array
  /** CNTR to the end, encrypted if the SPI says so. */
  secured: Uint8Array
  checksumLength: number
}

/** Octets from the SPI to PCNTR, which the header length CHL counts besides the checksum. */
const fixedLength = 13
const tarLength = 3
/** Octets from the CHL to the TAR. */
const clearLength = 8

function protectionOf({ spi, kic, kid }: CommandHeader, keys: PacketKeys): Protection {
  return { cipher: spi.ciphered ? cipherOf(kic, keys) : null, checksum: checksumOf(spi.check, kid, keys) }
}

/** Writes a command packet from CPL on, without user data header. Throws `ProtocolError('key' | 'range')`. */
export function sealCommand(packet: CommandPacket, keys: PacketKeys): Uint8Array {
  const { spi, kic, kid, tar, counter, data } = packet
  if (tar.length !== tarLength) throw new ProtocolError('range', `a TAR has 3 octets, not ${tar.length}`)
  const protection = protectionOf(packet, keys)
  const chl = fixedLength + (protection.checksum?.length ?? 0)
  const headerOf = (length: number): Uint8Array =>
    concat(uint(clearLength + length, 2), bytesOf(chl), spiCodec.encode(spi), uint(kic, 1), uint(kid, 1), tar)
  return sealPart({ counter, status: null, data }, protection, headerOf)
}

/** Reads the structure of a command packet from CPL on. Throws `ProtocolError('lengths' | 'packet')`; nothing is authentic yet. */
export function parseCommand(packet: Uint8Array): SealedCommand {
  const reader = new Reader(packet)
  if (packet.length < 2 + clearLength) throw new ProtocolError('lengths', `a command packet of ${packet.length} octets`)
  const cpl = reader.uint(2)
  if (cpl !== reader.remaining) throw new ProtocolError('lengths', `CPL is ${cpl}, but ${reader.remaining} octets follow`)
  const chl = reader.uint(1)
  // CHL counts the octets from the SPI on, those of the checksum included.
  if (chl < fixedLength || chl > reader.remaining) throw new ProtocolError('lengths', `CHL is ${chl} of ${reader.remaining} octets`)
  const spi = spiCodec.decode(reader.take(2))
  const [kic, kid] = [reader.uint(1), reader.uint(1)]
  const tar = reader.take(tarLength)
  return { spi, kic, kid, tar, header: packet.subarray(0, reader.offset), secured: reader.rest(), checksumLength: chl - fixedLength }
}

/**
 * Decrypts a command packet and verifies its checksum in constant time. The counter is not yet compared with the stored one. Throws
 * `ProtocolError`: 'key' if the key set cannot open it, 'lengths', 'checksum' or 'padding'.
 */
export function openCommand(sealed: SealedCommand, keys: PacketKeys): OpenedPart {
  const protection = protectionOf(sealed, keys)
  const length = protection.checksum?.length ?? 0
  if (length !== sealed.checksumLength)
    throw new ProtocolError('lengths', `CHL leaves ${sealed.checksumLength} octets for a checksum of ${length}`)
  return openPart(sealed.secured, false, protection, sealed.header)
}
