import type { ColumnType, Json, Time } from '../platform/db/column-types.ts'
import type { AttentionKey } from '@simdeck/contract/dashboard.ts'
import type { FleetNow } from './fleet/fleet-now.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    /** The figures of a step: the mean of each one over the minutes that have it (`weights`), and all POLLs by class of the time to answer. */
    dashboard_figures: {
      step_seconds: number
      at: Time
      minutes: number
      figures: Json<Record<string, number>>
      weights: ColumnType<Record<string, number>, string | undefined, string>
      delays: number[]
    }
    /** The figures of the fleet that were gathered last; one row. */
    dashboard_now: {
      at: Time
      fleet: Json<FleetNow>
    }
    /** The members who take care of items. */
    dashboard_care: {
      item: AttentionKey
      member_id: number
      until: Time
    }
  }
}
