import { aesCbcDecrypt, aesCbcEncrypt, zeroIv } from '../crypto/aes.ts'
import { Cmac } from '../crypto/cmac.ts'
import { crc16, crc32 } from '../crypto/crc.ts'
import { desBlock, desDecrypt, desEncrypt, desMac } from '../crypto/des.ts'
import type { DesMode } from '../crypto/des.ts'
import { ProtocolError } from '../errors.ts'
import type { PacketCheck } from './spi.ts'

/** The keys of one key set. A key is null if packets under this key set never use it. */
export interface PacketKeys {
  kic: Uint8Array | null
  kid: Uint8Array | null
  /** The octets of an AES-CMAC that stand in a packet. A DES MAC always has 8. */
  macLength: 4 | 8
}

export interface PacketCipher {
  blockLength: number
  /** Encrypts whole blocks under KIc with a zero IV. */
  encrypt: (blocks: Uint8Array) => Uint8Array
  decrypt: (blocks: Uint8Array) => Uint8Array
}

export interface PacketChecksum {
  length: number
  over: (octets: Uint8Array) => Uint8Array
}

/** The number of the key set that an octet KIc or KID names. */
export const keySetOf = (octet: number): number => octet >> 4

const hex = (octet: number): string => octet.toString(16).toUpperCase().padStart(2, '0')

function required(name: string, key: Uint8Array | null): Uint8Array {
  if (!key) throw new ProtocolError('key', `there is no ${name} in the key set`)
  return key
}

const desCipher = (mode: DesMode, keyLength: number, key: Uint8Array): PacketCipher => ({
  blockLength: desBlock,
  encrypt: (blocks) => desEncrypt(mode, keyLength, key, blocks),
  decrypt: (blocks) => desDecrypt(mode, keyLength, key, blocks),
})

/** The cipher that the low half of KIc names (TS 102 225 §5.1.2). Throws `ProtocolError('key')`. */
export function cipherOf(kic: number, keys: PacketKeys): PacketCipher {
  const key = required('KIc', keys.kic)
  switch (kic & 0x0f) {
    case 0x01:
      return desCipher('cbc', 8, key)
    case 0x05:
      return desCipher('cbc', 16, key)
    case 0x09:
      return desCipher('cbc', 24, key)
    case 0x0d:
      return desCipher('ecb', 8, key)
    case 0x02:
      return {
        blockLength: 16,
        encrypt: (blocks) => aesCbcEncrypt(key, zeroIv, blocks),
        decrypt: (blocks) => aesCbcDecrypt(key, zeroIv, blocks),
      }
    default:
      throw new ProtocolError('key', `KIc ${hex(kic)} names no supported cipher`)
  }
}

/** The redundancy check that the low half of KID names (TS 102 225 §5.1.3.2). */
function redundancyCheckOf(kid: number): PacketChecksum {
  if ((kid & 0x0f) === 0x01) return { length: 2, over: crc16 }
  if ((kid & 0x0f) === 0x05) return { length: 4, over: crc32 }
  throw new ProtocolError('key', `KID ${hex(kid)} names no supported redundancy check`)
}

const desMacs: Readonly<Record<number, number>> = { 0x01: 8, 0x05: 16, 0x09: 24 }

/** The checksum that the SPI and the low half of KID name, or null for none (TS 102 225 §5.1.3). Throws `ProtocolError('key')`. */
export function checksumOf(check: PacketCheck, kid: number, keys: PacketKeys): PacketChecksum | null {
  if (check === 'none') return null
  if (check === 'rc') return redundancyCheckOf(kid)
  if (check === 'ds') throw new ProtocolError('key', 'digital signatures are not supported')
  const algorithm = kid & 0x0f
  const key = required('KID', keys.kid)
  if (algorithm === 0x02) return { length: keys.macLength, over: (octets) => new Cmac(key).mac(octets).slice(0, keys.macLength) }
  const keyLength = desMacs[algorithm]
  if (keyLength === undefined) throw new ProtocolError('key', `KID ${hex(kid)} names no supported checksum`)
  return { length: desBlock, over: (octets) => desMac(keyLength, key, octets) }
}
