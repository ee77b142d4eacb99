import type { DefaultedTime, GeneratedAlways } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    /** Written by a trigger of `sims`. */
    sim_group_changes: {
      id: GeneratedAlways<number>
      sim_id: number
      at: DefaultedTime
      from_group: string | null
      to_group: string | null
    }
  }
}
