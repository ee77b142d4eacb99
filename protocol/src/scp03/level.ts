import { ProtocolError } from '../errors.ts'
import type { MacLength } from './keys.ts'

/** Security level of EXTERNAL AUTHENTICATE (GPC Amendment D §7.1.2.1, P1). */
export const securityLevels = [0x01, 0x03, 0x11, 0x13, 0x33] as const

export type SecurityLevel = (typeof securityLevels)[number]

/** Throws `ProtocolError('apdu')` for a level that SCP03 does not have. */
export function checkSecurityLevel(level: number): SecurityLevel {
  const known = securityLevels.find((one) => one === level)
  if (known === undefined) throw new ProtocolError('apdu', `security level ${level.toString(16).padStart(2, '0')} is not one of SCP03`)
  return known
}

export const hasCommandEncryption = (level: SecurityLevel): boolean => (level & 0x02) !== 0
export const hasResponseMac = (level: SecurityLevel): boolean => (level & 0x10) !== 0
export const hasResponseEncryption = (level: SecurityLevel): boolean => (level & 0x20) !== 0

/** The implementation options of a card's SCP03, from its `i` parameter (GPC Amendment D §5.1). */
export type ImplementationOptions = {
  readonly macLength: MacLength
  readonly pseudoRandomChallenge: boolean
  readonly responseMac: boolean
  readonly responseEncryption: boolean
}

/** Throws `ProtocolError('apdu')` for reserved bits, or R-ENC without R-MAC. */
export function decodeImplementationOptions(i: number): ImplementationOptions {
  if ((i & ~0x71) !== 0 || (i & 0x60) === 0x40) throw new ProtocolError('apdu', `i parameter ${i.toString(16)} is not one of SCP03`)
  return {
    macLength: (i & 0x01) === 0 ? 8 : 16,
    pseudoRandomChallenge: (i & 0x10) !== 0,
    responseMac: (i & 0x20) !== 0,
    responseEncryption: (i & 0x40) !== 0,
  }
}

/** True if a card with these options supports the level. Otherwise it answers EXTERNAL AUTHENTICATE with 6A86. */
export function supportsLevel(options: ImplementationOptions, level: SecurityLevel): boolean {
  return (options.responseMac || !hasResponseMac(level)) && (options.responseEncryption || !hasResponseEncryption(level))
}

/** The largest plain command data that still fits a short APDU when wrapped: 247, 239 or 223 octets. */
export function maxPlainDataLength(level: SecurityLevel, macLength: MacLength): number {
  const room = 255 - macLength
  return hasCommandEncryption(level) ? room - (room % 16) - 1 : room
}
