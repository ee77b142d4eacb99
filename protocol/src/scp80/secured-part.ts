import { bytesOf, concat, Reader, uint } from '../bytes.ts'
import { equalSecret } from '../crypto/equal.ts'
import { ProtocolError } from '../errors.ts'
import type { PacketChecksum, PacketCipher } from './algorithms.ts'

/** The cipher and the checksum of one packet; null for none. */
export interface Protection {
  cipher: PacketCipher | null
  checksum: PacketChecksum | null
}

/** The content of a packet from its counter on. */
export interface SecuredContent {
  /** 0 to 2^40 - 1. */
  counter: number
  /** The response status code; null in a command. */
  status: number | null
  data: Uint8Array
}

/** An opened packet. A checksum and the number of padding octets are given as they stood in it. */
export interface OpenedPart extends SecuredContent {
  paddingCounter: number
  checksum: Uint8Array
}

const counterLength = 5

/**
 * Writes CNTR, PCNTR, [status,] checksum, data and padding, and encrypts all of it. `headerOf` returns the octets of the packet before the
 * counter, given the number of octets from the counter on. `before` stands before the packet and is only covered by the checksum.
 */
export function sealPart(
  content: SecuredContent,
  { cipher, checksum }: Protection,
  headerOf: (length: number) => Uint8Array,
  before: Uint8Array = bytesOf(),
): Uint8Array {
  const status = content.status === null ? bytesOf() : bytesOf(content.status)
  const plain = counterLength + 1 + status.length + (checksum?.length ?? 0) + content.data.length
  const padding = cipher ? (cipher.blockLength - (plain % cipher.blockLength)) % cipher.blockLength : 0
  const header = headerOf(plain + padding)
  const start = concat(uint(content.counter, counterLength), uint(padding, 1), status)
  const end = concat(content.data, new Uint8Array(padding))
  const secured = concat(start, checksum?.over(concat(before, header, start, end)) ?? bytesOf(), end)
  return concat(header, cipher?.encrypt(secured) ?? secured)
}

/**
 * Decrypts and checks what `sealPart` wrote. Throws `ProtocolError`: 'lengths' if the octets cannot be of this form, 'checksum' if the
 * checksum is wrong, and 'padding' if the padding counter cannot be right, as after decryption under a wrong key.
 */
export function openPart(
  secured: Uint8Array,
  hasStatus: boolean,
  { cipher, checksum }: Protection,
  header: Uint8Array,
  before: Uint8Array = bytesOf(),
): OpenedPart {
  if (cipher && (secured.length === 0 || secured.length % cipher.blockLength !== 0))
    throw new ProtocolError('lengths', `${secured.length} encrypted octets are not whole blocks of ${cipher.blockLength}`)
  const plain = cipher ? new Uint8Array(cipher.decrypt(secured)) : secured
  const startLength = counterLength + 1 + (hasStatus ? 1 : 0)
  const reader = new Reader(plain)
  const start = new Reader(reader.take(startLength))
  const found = reader.take(checksum?.length ?? 0)
  const end = reader.rest()
  if (checksum && !equalSecret(checksum.over(concat(before, header, plain.subarray(0, startLength), end)), found))
    throw new ProtocolError('checksum', 'the checksum is wrong')
  const counter = start.uint(counterLength)
  const paddingCounter = start.uint(1)
  if (paddingCounter > end.length || paddingCounter >= (cipher?.blockLength ?? 1))
    throw new ProtocolError('padding', `a padding counter of ${paddingCounter} for ${end.length} octets of data`)
  const status = hasStatus ? start.uint(1) : null
  return { counter, status, paddingCounter, checksum: found, data: end.subarray(0, end.length - paddingCounter) }
}
