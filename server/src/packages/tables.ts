import type { IotSafeObject } from '@simdeck/contract/iot-safe-sims.ts'
import type { CapContents, PackageType } from '@simdeck/contract/packages.ts'
import type { Defaulted, DefaultedTime, GeneratedAlways, Json, JsonOrNull, TimeOrNull } from '../platform/db/column-types.ts'

/**
 * An entry of a card's registry: AIDs in upper-case hex, the life cycle state in two hex digits, the privileges in hex. The last two are
 * absent in lists of earlier versions.
 */
export type StoredEntry = {
  aid: string
  state: string
  version: string | null
  modules: string[]
  load_file: string | null
  privileges?: string | null
  domain?: string | null
}

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
      contents: JsonOrNull<CapContents>
      /** Both files are sealed, and null once the package is deleted. */
      cap_file: Buffer | null
      load_file: Buffer | null
      /** False for files of an earlier version, until the start of the server seals them. */
      sealed: Defaulted<boolean>
      notes: Defaulted<string>
      /** The default value of C9, and the default parameters beside it, in hex; null for none. */
      install_parameters: string | null
      card_parameters: string | null
      created_by: number | null
      created_at: DefaultedTime
      updated_at: DefaultedTime
      /** The row of a deleted package stays for the names in the history of OTAs. */
      deleted_at: TimeOrNull
    }
    sim_inventories: { sim_id: number; read_at: DefaultedTime; load_files: Json<StoredEntry[]>; applications: Json<StoredEntry[]> }
    sim_content_digests: {
      sim_id: number
      digest: number
      digest_at: DefaultedTime
      reported_digest: number | null
      question_at: DefaultedTime
      asked_at: TimeOrNull
      asked_digest: number | null
    }
    sim_key_answers: { sim_id: number; key_version_number: number; answered_at: DefaultedTime }
    /** The objects that the IoT SAFE applet of each SIM listed last. */
    iot_safe_lists: { sim_id: number; read_at: DefaultedTime; free_octets: number; objects: Json<IotSafeObject[]> }
    managed_package_aids: { id: GeneratedAlways<number>; package_aid: string; label: string; type: PackageType }
  }
}
