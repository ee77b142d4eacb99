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
    script_values: {
      id: GeneratedAlways<number>
      state: Defaulted<'loading' | 'ready' | 'expired'>
      file_name: string
      columns: string[]
      rows: Defaulted<number>
      /** The uploader: a member, or an API ID. */
      created_by: number | null
      api_credential_id: number | null
      created_at: DefaultedTime
    }
    /** The cells of a SIM in the order of the columns; null for an empty one. */
    script_value_rows: { values_id: number; iccid: string; cells: Json<(string | null)[]> }
    script_value_uses: { values_id: number; campaign_id: number; script_id: number }
    rfm_results: { ota_id: number; sim_id: number; campaign_id: number; script_id: number; answers: Json<StoredAnswers> }
  }
}

export type PackageScriptRow = Row<'package_scripts'>
export type NewPackageScript = NewRow<'package_scripts'>
