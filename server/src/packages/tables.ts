import type { PackageType } from '@simdeck/contract/packages.ts'
import type { DefaultedTime, GeneratedAlways, TimeOrNull } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    packages: {
      id: GeneratedAlways<number>
      package_aid: string
      ota_version: string
      label: string
      type: PackageType
      name: string
      applets: string[]
      imports: string[]
      load_length: number
      load_sha256: string
      built_at: TimeOrNull
      cap_file: Buffer
      load_file: Buffer
      created_by: number | null
      created_at: DefaultedTime
      updated_at: DefaultedTime
    }
    managed_package_aids: { id: GeneratedAlways<number>; package_aid: string; label: string; type: PackageType }
  }
}
