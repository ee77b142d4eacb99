import type { Defaulted, DefaultedTime, GeneratedAlways, NumberOrNull, Time, TimeOrNull } from '../platform/db/column-types.ts'

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
    /** Degrees are in millionths. */
    cell_towers: {
      cell: number
      area: number
      longitude: number
      latitude: number
      range_metres: number
      /** In seconds since 1970. */
      updated: number
      radio: number
      mcc: number
      net: number
    }
    /** The middle of the cells of an area. */
    cell_areas: {
      area: number
      longitude: number
      latitude: number
      range_metres: number
      towers: number
      radio: number
      mcc: number
      net: number
    }
    cell_imports: {
      id: GeneratedAlways<number>
      file_name: string
      file_bytes: number
      file_modified: Time
      phase: Defaulted<'loading' | 'replacing' | 'locating' | 'done'>
      lines: Defaulted<number>
      towers: Defaulted<number>
      bad_lines: Defaulted<number>
      /** Lines of radio technologies that SIMs do not report. */
      other_lines: Defaulted<number>
      /** The last SIM whose position was looked up in the new towers. */
      last_sim: Defaulted<number>
      started_at: DefaultedTime
      finished_at: TimeOrNull
    }
  }
}
