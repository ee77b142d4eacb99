import type { DeliveryType } from '@simdeck/contract/identity-templates.ts'
import type { ManagementStatus } from '@simdeck/contract/sim-certificates.ts'
import type { FileStatus } from '@simdeck/contract/sim-files.ts'
import type {
  BytesOrNull,
  ColumnType,
  Defaulted,
  DefaultedTime,
  GeneratedAlways,
  NumberOrNull,
  TimeOrNull,
} from '../platform/db/column-types.ts'
import type { NewRow, Row } from '../platform/db/schema.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    sim_files: {
      id: GeneratedAlways<number>
      sim_id: number
      ota_id: NumberOrNull
      is_open: Defaulted<boolean>
      label: string
      object_id: string
      /** The wanted content. */
      content: Buffer
      capacity: number
      delivery: DeliveryType
      status: Defaulted<FileStatus>
      management_status: ColumnType<ManagementStatus | null, ManagementStatus | null | undefined, ManagementStatus | null>
      active_at: TimeOrNull
      /** Of the content that the card returned last; null while it is in doubt. */
      written_sha256: BytesOrNull
      created_by: NumberOrNull
      created_by_name: string
      created_at: DefaultedTime
      updated_at: DefaultedTime
    }
  }
}

export type SimFileRow = Row<'sim_files'>
export type NewSimFile = NewRow<'sim_files'>
