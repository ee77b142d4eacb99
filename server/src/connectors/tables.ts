import type { ConnectorFailure, connectorPlatforms } from '@simdeck/contract/connectors.ts'
import type { SimDataLog } from '@simdeck/contract/sim-data-logs.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { SimStatusChange } from '@simdeck/contract/sim-status.ts'
import type { ColumnType, Defaulted, DefaultedTime, GeneratedAlways, Time, TimeOrNull } from '../platform/db/column-types.ts'

export type ConnectorPlatform = (typeof connectorPlatforms)[number]

declare module '../platform/db/schema.ts' {
  interface Database {
    /** Written by a trigger on `sims`; see migration 0130. */
    sim_status_changes: {
      id: GeneratedAlways<number>
      sim_id: number
      at: DefaultedTime
      actor: string | null
      from_status: SimStatus
      to_status: SimStatus
      source: SimStatusChange['source']
    }
    connector_accounts: {
      id: GeneratedAlways<number>
      platform: ConnectorPlatform
      name: string
      base_url: string
      username: string
      api_key: Buffer
      calls_per_second: number
      /** The time from which the next call of any node may begin. */
      next_call_at: DefaultedTime
      /** Failures since the last answer. */
      failures: Defaulted<number>
      failure: ColumnType<ConnectorFailure | null, ConnectorFailure | null | undefined, ConnectorFailure | null>
      closed_until: TimeOrNull
      last_ok_at: TimeOrNull
      /** The last time at which the carrier answered that too many calls were made. */
      limited_at: TimeOrNull
      synced_to: TimeOrNull
      /** The synchronisation under way: its start, the number of devices that it has read, and the ICCIDs of the last ones. */
      sync_started_at: TimeOrNull
      /** The changes until this time were read apart from the list of the synchronisation under way. */
      recent_to: TimeOrNull
      sync_read: ColumnType<number | null, number | null | undefined, number | null>
      sync_tail: ColumnType<string[], string[] | undefined, string[]>
    }
    /** The account that answered about a SIM last, and the time before that call. */
    sim_connectors: { sim_id: number; account_id: number; read_at: Time }
    sim_data_logs: {
      id: GeneratedAlways<number>
      sim_id: number
      user_name: string
      user_email: string | null
      created_at: DefaultedTime
      is_success: boolean
      failure: SimDataLog['failure']
    }
    /** `sent`: a call may have reached the carrier, so that it is asked for the state before the change is requested again. */
    status_requests: {
      task_id: number
      n: number
      sim_id: number
      iccid: string
      platform: ConnectorPlatform
      to_status: SimStatus
      state: Defaulted<'stored' | 'sent' | 'answered'>
      leased_until: TimeOrNull
      fruitless: Defaulted<number>
    }
    /** The number of unanswered requests of each task and platform. */
    open_status_requests: { task_id: number; platform: ConnectorPlatform; count: number }
  }
}
