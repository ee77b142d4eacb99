import type { Defaulted, DefaultedTime, GeneratedAlways, TextOrNull, Time } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    groups: {
      id: GeneratedAlways<number>
      name: string
      type: Defaulted<1 | 2>
      phone_number: TextOrNull
      address: TextOrNull
      created_at: DefaultedTime
      updated_at: DefaultedTime
    }
    /** The numbers of SIMs of each group in steps of the last day. */
    group_figures: {
      group_id: number
      at: Time
      sims: number
      online: number
      expected: number
    }
  }
}
