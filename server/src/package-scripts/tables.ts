import type { Defaulted, DefaultedTime, GeneratedAlways, Json } from '../platform/db/column-types.ts'
import type { NewRow, Row } from '../platform/db/schema.ts'

/** An answer of a card: its status word and its data in hex, null for data that did not arrive. */
export type StoredAnswer = { sw: string; data: string | null }

/** Answers by the index of their line: before an update, to the line itself, and after an update. */
export type StoredAnswers = Record<'before' | 'lines' | 'after', Record<number, StoredAnswer>>

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
    rfm_results: { ota_id: number; sim_id: number; campaign_id: number; script_id: number; answers: Json<StoredAnswers> }
  }
}

export type PackageScriptRow = Row<'package_scripts'>
export type NewPackageScript = NewRow<'package_scripts'>
