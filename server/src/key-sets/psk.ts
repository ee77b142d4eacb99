import type { Sealer } from '../platform/crypto/seal.ts'

const contextOf = (iccid: string) => ({ table: 'sim_scp81_keys', row: iccid, column: 'psk' })

/** The sealed SCP81 key of the SIM with that ICCID. */
export const sealPsk = (sealer: Sealer, iccid: string, key: Uint8Array): Buffer => sealer.seal(key, contextOf(iccid))

/** Null for a key that was sealed with another master key. */
export function openPsk(sealer: Sealer, iccid: string, sealed: Buffer): Uint8Array | null {
  try {
    return sealer.open(sealed, contextOf(iccid))
  } catch {
    return null
  }
}
