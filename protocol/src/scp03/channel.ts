import type { CommandApdu, ResponseApdu } from '../apdu.ts'
import { bytesOf, concat, uint } from '../bytes.ts'
import { aesCbcDecrypt, aesCbcEncrypt, aesEcb, pad80 } from '../crypto/aes.ts'
import { equalSecret } from '../crypto/equal.ts'
import { ProtocolError } from '../errors.ts'
import { chainedMac } from './keys.ts'
import type { MacLength, SessionKeys } from './keys.ts'
import { hasCommandEncryption, hasResponseEncryption, hasResponseMac, maxPlainDataLength } from './level.ts'
import type { SecurityLevel } from './level.ts'

/** The parameters of a channel, which stay the same while it is open. */
export type ChannelParameters = { readonly keys: SessionKeys; readonly level: SecurityLevel; readonly macLength: MacLength }

/**
 * The position of a channel, which changes with every command: the MAC chaining value (16 octets) and the number of commands after EXTERNAL
 * AUTHENTICATE. The position after a command also protects its response.
 */
export type ChannelPosition = { readonly macChain: Uint8Array; readonly counter: number }

/** Status words whose response carries an R-MAC (GPC Amendment D §6.2.5): 9000 and the warnings 62xx and 63xx. */
function isProtected(sw: number): boolean {
  return sw === 0x9000 || sw >> 8 === 0x62 || sw >> 8 === 0x63
}

function secureMessagingBit(cla: number): number {
  return (cla & 0x40) === 0 ? 0x04 : 0x20
}

/** True if the class byte indicates secure messaging (GPC 2.3.1 §11.1.4, tables 11-11 and 11-12). */
export function isSecured(cla: number): boolean {
  return (cla & secureMessagingBit(cla)) !== 0
}

/**
 * The C-MAC of a command whose data is encrypted if the level requires it: over the chaining value, the header and the data. The header
 * indicates secure messaging, logical channel 0 and the length with the MAC. Le is left out (GPC Amendment D §6.2.4).
 */
export function commandMac(keys: SessionKeys, chain: Uint8Array, command: CommandApdu, macLength: MacLength): Uint8Array {
  const { cla, ins, p1, p2, data } = command
  return chainedMac(keys.sMac, chain, bytesOf((cla & 0xf0) | secureMessagingBit(cla), ins, p1, p2, data.length + macLength), data)
}

function icv(keys: SessionKeys, counter: number, first: 0x00 | 0x80): Uint8Array {
  const block = new Uint8Array(16)
  block[0] = first
  new DataView(block.buffer).setUint32(12, counter)
  return aesEcb(keys.sEnc, block)
}

/** Host: wraps the next command. Throws `ProtocolError('apdu')` when it does not fit a short APDU wrapped. */
export function wrapCommand(
  channel: ChannelParameters,
  before: ChannelPosition,
  plain: CommandApdu,
): { command: CommandApdu; position: ChannelPosition } {
  const { keys, level, macLength } = channel
  const most = maxPlainDataLength(level, macLength)
  if (plain.data.length > most) throw new ProtocolError('apdu', `${plain.data.length} octets of data; ${most} fit at this security level`)
  const counter = before.counter + 1
  const data =
    hasCommandEncryption(level) && plain.data.length > 0
      ? aesCbcEncrypt(keys.sEnc, icv(keys, counter, 0x00), pad80(plain.data))
      : plain.data
  const macChain = commandMac(keys, before.macChain, { ...plain, data }, macLength)
  const cla = plain.cla | secureMessagingBit(plain.cla)
  return { command: { ...plain, cla, data: concat(data, macChain.subarray(0, macLength)) }, position: { macChain, counter } }
}

/** Card: unwraps the next command. Throws `ProtocolError('mac')`; the channel ends then (GPC Amendment D §5.4). */
export function unwrapCommand(
  channel: ChannelParameters,
  before: ChannelPosition,
  wrapped: CommandApdu,
): { command: CommandApdu; position: ChannelPosition } {
  const { keys, level, macLength } = channel
  if (!isSecured(wrapped.cla) || wrapped.data.length < macLength) throw new ProtocolError('mac', 'a command without C-MAC')
  const data = wrapped.data.subarray(0, -macLength)
  const macChain = commandMac(keys, before.macChain, { ...wrapped, data }, macLength)
  if (!equalSecret(wrapped.data.subarray(-macLength), macChain.subarray(0, macLength))) throw new ProtocolError('mac', 'the C-MAC is wrong')
  const counter = before.counter + 1
  const plain = hasCommandEncryption(level) && data.length > 0 ? decrypt(keys, icv(keys, counter, 0x00), data) : data
  return { command: { ...wrapped, cla: wrapped.cla & ~secureMessagingBit(wrapped.cla), data: plain }, position: { macChain, counter } }
}

/** Card: protects the response to the command that led to `position`. */
export function wrapResponse(channel: ChannelParameters, position: ChannelPosition, plain: ResponseApdu): ResponseApdu {
  const { keys, level, macLength } = channel
  if (!hasResponseMac(level)) return plain
  if (!isProtected(plain.sw)) return { data: new Uint8Array(0), sw: plain.sw }
  const data =
    hasResponseEncryption(level) && plain.data.length > 0
      ? aesCbcEncrypt(keys.sEnc, icv(keys, position.counter, 0x80), pad80(plain.data))
      : plain.data
  const mac = chainedMac(keys.sRmac, position.macChain, data, uint(plain.sw, 2))
  return { data: concat(data, mac.subarray(0, macLength)), sw: plain.sw }
}

/**
 * Host: checks and opens the response to the command that led to `position`. Throws `ProtocolError('mac')` when the R-MAC is missing or
 * wrong, and for data with a status word whose response has no R-MAC.
 */
export function unwrapResponse(channel: ChannelParameters, position: ChannelPosition, wrapped: ResponseApdu): ResponseApdu {
  const { keys, level, macLength } = channel
  if (!hasResponseMac(level)) return wrapped
  if (!isProtected(wrapped.sw)) {
    if (wrapped.data.length > 0) throw new ProtocolError('mac', 'data without R-MAC')
    return wrapped
  }
  if (wrapped.data.length < macLength) throw new ProtocolError('mac', 'a response without R-MAC')
  const data = wrapped.data.subarray(0, -macLength)
  const mac = chainedMac(keys.sRmac, position.macChain, data, uint(wrapped.sw, 2))
  if (!equalSecret(wrapped.data.subarray(-macLength), mac.subarray(0, macLength))) throw new ProtocolError('mac', 'the R-MAC is wrong')
  const plain = hasResponseEncryption(level) && data.length > 0 ? decrypt(keys, icv(keys, position.counter, 0x80), data) : data
  return { data: plain, sw: wrapped.sw }
}

/** Removes padding 80 00*. It may be longer than a block, because some cards pad this way and the MAC covers the padding. */
function decrypt(keys: SessionKeys, iv: Uint8Array, data: Uint8Array): Uint8Array {
  const padded = data.length % 16 === 0 ? aesCbcDecrypt(keys.sEnc, iv, data) : data
  const end = padded.findLastIndex((octet) => octet !== 0)
  if (data.length % 16 !== 0 || padded[end] !== 0x80) throw new ProtocolError('mac', 'the encrypted data is not whole padded blocks')
  return new Uint8Array(padded.subarray(0, end))
}
