import type { Defaulted, Json, NumberOrNull, Time } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    ota_sessions: {
      session_id: number
      sim_id: number
      job_id: number | null
      sequence: number
      answer: Buffer
      frame_mac: Buffer
      state: Json<Record<string, unknown>>
      asked: 'commandData' | 'loadCommand' | null
      chunk_end: number
      last_frame_at: Time
      /** The start of the minute in which the session expires without a further frame. */
      expiry_minute: Time
      /** Position in the running script of the OTA; null if no script is running, and the row of the OTA holds the progress. */
      acked: NumberOrNull
      sent: NumberOrNull
      reached: NumberOrNull
      /** The campaign whose limit of sessions counts this session, and the cell of its SIM. Null without a limit, and after its end. */
      slot_campaign_id: NumberOrNull
      slot_cell: string | null
      /** The campaign for which the session counts its octets; null for one without a rollout. */
      octets_campaign_id: NumberOrNull
      octets: Defaulted<number>
    }
    /** POLLs by minute and by class of the time to answer (`pollTimeClasses`), added up by the device ports. */
    dashboard_polls: {
      minute: Time
      polls: number
      delays: number[]
      /** True if a device port was up for the whole minute. */
      whole: Defaulted<boolean>
    }
  }
}
