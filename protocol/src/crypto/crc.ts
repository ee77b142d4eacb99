import { uint } from '../bytes.ts'

/** A CRC that takes the least significant bit of each octet first, begins with all ones and inverts its result. */
function crc(polynomial: number, size: 2 | 4, octets: Uint8Array): Uint8Array {
  const ones = size === 2 ? 0xffff : 0xffffffff
  let register = ones
  for (const octet of octets) {
    register ^= octet
    for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >>> 1) ^ polynomial : register >>> 1
  }
  return uint((register ^ ones) >>> 0, size)
}

/** CRC 16 with the polynomial x^16 + x^12 + x^5 + 1 (TS 102 225 §5.1.3.2). */
export const crc16 = (octets: Uint8Array): Uint8Array => crc(0x8408, 2, octets)

/** CRC 32 with the polynomial of Ethernet (TS 102 225 §5.1.3.2). */
export const crc32 = (octets: Uint8Array): Uint8Array => crc(0xedb88320, 4, octets)
