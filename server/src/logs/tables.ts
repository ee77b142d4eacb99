import type { TraceMessage } from '@simdeck/contract/traces.ts'
import type { ForwardingFailure } from '@simdeck/contract/log-forwarding.ts'
import type {
  ColumnType,
  DefaultedTime,
  Generated,
  GeneratedAlways,
  Json,
  NumberOrNull,
  TextOrNull,
  TimeOrNull,
} from '../platform/db/column-types.ts'

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
    raw_api_logs: {
      id: Generated<number>
      at: DefaultedTime
      caller: TextOrNull
      source: TextOrNull
      method: TextOrNull
      route: TextOrNull
      url: TextOrNull
      status: NumberOrNull
      ms: NumberOrNull
      request_bytes: NumberOrNull
      response_bytes: NumberOrNull
      ip: TextOrNull
      request_id: TextOrNull
      request_body: TextOrNull
      response_body: TextOrNull
      left_out: NumberOrNull
    }
    log_forwarding: {
      only_one: Generated<boolean>
      version: GeneratedAlways<number>
      host: string
      port: number
      ca: string
      action_id: number
      security_id: number
      /** The last action to be forwarded, for a receiver that was removed. */
      last_action_id: NumberOrNull
      sent_at: TimeOrNull
      failing_since: TimeOrNull
      failure: ColumnType<ForwardingFailure | null, ForwardingFailure | null | undefined, ForwardingFailure | null>
      detail: TextOrNull
    }
    raw_proxy_logs: {
      id: Generated<number>
      at: DefaultedTime
      kind: TextOrNull
      host: TextOrNull
      operation: TextOrNull
      ok: boolean | null
      answer: TextOrNull
      ms: NumberOrNull
      request_bytes: NumberOrNull
      response_bytes: NumberOrNull
      left_out: NumberOrNull
    }
  }
}
