import { cmacOf } from '../crypto/cmac.ts'

/** Derivation constants (GPC Amendment D §4.1.5, table 4-1). */
export const derivation = {
  cardCryptogram: 0x00,
  hostCryptogram: 0x01,
  cardChallenge: 0x02,
  sEnc: 0x04,
  sMac: 0x06,
  sRmac: 0x07,
} as const

/**
 * The KDF of GPC Amendment D §4.1.5 (NIST SP 800-108 in counter mode with AES-CMAC):
 * `bits` / 8 octets from CMAC over 00×11 | constant | 00 | L | counter | context.
 */
export function kdf(key: Uint8Array, constant: number, context: Uint8Array, bits: number): Uint8Array {
  const cmac = cmacOf(key)
  const input = new Uint8Array(16 + context.length)
  input[11] = constant
  input[13] = bits >>> 8
  input[14] = bits
  input.set(context, 16)
  input[15] = 1
  if (bits === 128) return cmac.mac(input)
  const blocks = Math.ceil(bits / 128)
  const out = new Uint8Array(16 * blocks)
  for (let counter = 1; counter <= blocks; counter++) {
    input[15] = counter
    out.set(cmac.mac(input), 16 * (counter - 1))
  }
  return out.subarray(0, bits / 8)
}
