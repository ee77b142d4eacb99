import type { DefaultedTime, GeneratedAlways } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    settings: {
      id: GeneratedAlways<number>
      key: string
      value: string
      type: 1 | 2
      created_by: number | null
      updated_at: DefaultedTime
    }
  }
}
