import { bytesOf, concat, uint } from '../bytes.ts'
import { Cmac, cmacOf } from '../crypto/cmac.ts'

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
export function kdf(key: Uint8Array | Cmac, constant: number, context: Uint8Array, bits: number): Uint8Array {
  const cmac = key instanceof Cmac ? key : cmacOf(key)
  const out: Uint8Array[] = []
  for (let counter = 1; (counter - 1) * 128 < bits; counter++) {
    out.push(cmac.mac(new Uint8Array(11), bytesOf(constant, 0x00), uint(bits, 2), bytesOf(counter), context))
  }
  return concat(...out).subarray(0, bits / 8)
}
