import type { smppSecurities } from '@simdeck/contract/sms-gateway.ts'
import type { ColumnType, Generated } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    sms_gateway: {
      only_one: Generated<boolean>
      host: string
      port: number
      security: (typeof smppSecurities)[number]
      system_id: string
      system_type: string
      sender: string
      /** Sealed; null for a gateway without a password. */
      password: ColumnType<Buffer | null, Buffer | null, Buffer | null>
    }
  }
}
