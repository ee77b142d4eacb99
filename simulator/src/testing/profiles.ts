import { Random } from '../random.ts'
import type { SimProfile } from '../profile.ts'

/** Creates a SIM with its own keys. The same number always creates the same SIM. */
export function sampleProfile(number: number, more: Partial<SimProfile> = {}): SimProfile {
  const random = new Random(`profile ${number}`)
  const key = (): Uint8Array => random.bytes(16)
  return {
    iccid: `8981040000${String(number).padStart(10, '0')}`,
    imei: `35000000${String(number).padStart(7, '0')}`,
    capAuthKey: key(),
    encryptKey: key(),
    scp03: { enc: key(), mac: key(), dek: key() },
    ...more,
  }
}
