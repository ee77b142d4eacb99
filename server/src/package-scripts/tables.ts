import type { Defaulted, DefaultedTime, GeneratedAlways } from '../platform/db/column-types.ts'
import type { NewRow, Row } from '../platform/db/schema.ts'

export type ScriptPurpose = 'store-data' | 'rfm'

declare module '../platform/db/schema.ts' {
  interface Database {
    package_scripts: {
      id: GeneratedAlways<number>
      purpose: ScriptPurpose
      package_aid: string
      package_name: string
      ota_version: string
      instance_aid: string
      /** Hex with variables: the data of STORE DATA, or commands. */
      lines: string[]
      /** True for BER-TLV data objects, and for commands whose updates are read before and after. */
      option: boolean
      is_current: Defaulted<boolean>
      created_by_name: string
      created_at: DefaultedTime
    }
  }
}

export type PackageScriptRow = Row<'package_scripts'>
export type NewPackageScript = NewRow<'package_scripts'>
