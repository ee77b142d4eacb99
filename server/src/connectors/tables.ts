import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { SimStatusChange } from '@simdeck/contract/sim-status.ts'
import type { DefaultedTime, GeneratedAlways } from '../platform/db/column-types.ts'

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
  }
}
