import type { Defaulted, DefaultedTime, TimeOrNull } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    /** New SCP03 keys of a SIM from before they are sent until the card has proven one of both sets. */
    sim_key_rotations: {
      sim_id: number
      ota_id: number
      /** True if an earlier OTA may have put them into the card. */
      in_doubt: Defaulted<boolean>
      security_domain_aid: string
      key_version_number: number
      scp03_enc: Buffer
      scp03_mac: Buffer
      scp03_dek: Buffer
      created_at: DefaultedTime
    }
    /** New keys of the pollers of a SIM from before they are sent. Once the card has polled with them, they are in `sim_keys` only. */
    sim_poller_key_rotations: {
      sim_id: number
      ota_id: number
      former_fingerprint: Buffer
      cap_auth_fingerprint: Buffer
      cap_auth_key: Buffer | null
      encrypt_key: Buffer | null
      created_at: DefaultedTime
      proven_at: TimeOrNull
    }
  }
}
