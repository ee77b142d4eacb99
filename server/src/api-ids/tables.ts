import type { DefaultedTime, GeneratedAlways, TimeOrNull } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    api_credentials: {
      id: GeneratedAlways<number>
      name: string
      client_id: string
      secret_hash: Buffer
      role_id: number
      created_by: number | null
      created_at: DefaultedTime
      last_used_at: TimeOrNull
    }
  }
}
