import type { Json, Time } from '../platform/db/column-types.ts'

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
      expires_at: Time
    }
  }
}
