import type { Insertable, Selectable } from 'kysely'
import type { Words } from '@simdeck/contract/languages.ts'
import type { ActionName, ClientType } from '@simdeck/contract/actions.ts'
import type { SecurityEventName, SecurityOutcome } from '@simdeck/contract/security-log.ts'
import type {
  BytesOrNull,
  ColumnType,
  Defaulted,
  DefaultedTime,
  Generated,
  GeneratedAlways,
  Json,
  NumberOrNull,
  TextOrNull,
  Time,
  TimeOrNull,
} from './column-types.ts'

/** The tables of the platform. The `tables.ts` of each noun adds the tables of that noun to this type. */
export interface Database {
  security_events: {
    id: GeneratedAlways<number>
    key: BytesOrNull
    at: Time
    last_at: Time
    count: Defaulted<number>
    event: SecurityEventName
    outcome: SecurityOutcome
    detail: TextOrNull
    member_id: NumberOrNull
    member: TextOrNull
    api_credential_id: NumberOrNull
    api_id: TextOrNull
    stranger: TextOrNull
    target: TextOrNull
    until: TimeOrNull
    ip: TextOrNull
    user_agent: TextOrNull
    request_id: TextOrNull
    source: ColumnType<ClientType | null, ClientType | null | undefined, ClientType | null>
    route: TextOrNull
  }
  action_logs: {
    id: number
    action: ActionName
    url: string
    method: string
    request_params: string
    request_by: string
    member_id: number | null
    api_credential_id: number | null
    request_at: Time
    status: number
    message: string | null
    client_type: ClientType
    ip: string
    subjects: ColumnType<string[], string[] | undefined, never>
    subject_name: string | null
    /** `ValueChange[]` as JSON text. */
    changes: string | null
    mac: Buffer
  }
  job_runs: {
    name: string
    title: Json<Words>
    node: string
    every_ms: number
    started_at: Time
    duration_ms: number
    outcome: 'succeeded' | 'failed'
    /** Failed runs since the last one that succeeded. */
    failures: number
    error: TextOrNull
    next_at: Time
    reported_at: DefaultedTime
  }
  queued_jobs: {
    queue: string
    key: number
    created_at: DefaultedTime
    run_at: DefaultedTime
    attempts: Defaulted<number>
    /** The number of the node that runs it (`NodeNumber`). */
    node: NumberOrNull
    /** The kind of error of the last attempt. */
    error: TextOrNull
    /** Time of the last failure. */
    dead_at: TimeOrNull
  }
  action_log_head: { only_one: Generated<boolean>; id: number; mac: Buffer; seal: Buffer }
}

/** A row of a table as it is read, and as it is inserted. */
export type Row<Table extends keyof Database> = Selectable<Database[Table]>
export type NewRow<Table extends keyof Database> = Insertable<Database[Table]>

export type ActionLogRow = Row<'action_logs'>
export type SecurityEventRow = Row<'security_events'>
export type NewActionLogRow = NewRow<'action_logs'>
