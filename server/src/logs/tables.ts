import type { TraceMessage } from '@simdeck/contract/traces.ts'
import type { DefaultedTime, Generated, Json } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    raw_ota_service_logs: {
      id: Generated<number>
      at: DefaultedTime
      sim_id: number | null
      session_id: number
      sequence: number
      job_id: number | null
      direction: 'card' | 'server'
      code: number
      bytes: number
      fields: Json<TraceMessage['fields']>
      commands: Json<(TraceMessage['commands'][number] & { hex: string | null })[]>
    }
  }
}
