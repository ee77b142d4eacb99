import type { NumberOrNull, Time, TimeOrNull } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    /** The last base stations of a SIM; a new one takes the slot of the oldest. */
    sim_locations: {
      sim_id: number
      slot: number
      since: Time
      /** The last poll from the base station before. */
      left_previous: TimeOrNull
      radio: NumberOrNull
      mcc: string
      mnc: string
      lac: number
      cell_id: number
    }
  }
}
