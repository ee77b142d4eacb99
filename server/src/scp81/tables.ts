import type { BytesOrNull, DefaultedTime, TimeOrNull } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    sim_scp81_keys: {
      sim_id: number
      identity: string
      /** Sealed. */
      psk: Buffer
      files_aid: BytesOrNull
      /** The TAR that an SMS which wakes the SIM names; null if it names that of the poller. */
      trigger_tar: BytesOrNull
      trigger_parameters: BytesOrNull
      changed_at: DefaultedTime
      /** The last request that began a session, to the minute. */
      seen_at: TimeOrNull
    }
  }
}
