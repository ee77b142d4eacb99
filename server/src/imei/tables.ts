import type { SimImeiChange } from '@simdeck/contract/sim-imei.ts'
import type { GeneratedAlways, Time, TimeOrNull } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    /** Written by a trigger of `sims`. */
    sim_imei_changes: {
      id: GeneratedAlways<number>
      sim_id: number
      at: Time
      from_imei: string
      to_imei: string
      confirmed_at: TimeOrNull
      confirmed_by: string | null
      lock_result: SimImeiChange['lock_result']
    }
  }
}
