import type { Defaulted, DefaultedTime } from '../platform/db/column-types.ts'

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
  }
}
