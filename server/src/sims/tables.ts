import type { DifferenceKind } from '@simdeck/contract/drift.ts'
import type { BodyOf } from '@simdeck/contract/endpoint.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { AppletType, OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { createSimExport } from '@simdeck/contract/sim-exports.ts'
import type { SimView } from '@simdeck/contract/sim-views.ts'
import type { ImeiLock, ImeiStatus, SimStatus } from '@simdeck/contract/sim-values.ts'
import type { Defaulted, DefaultedTime, GeneratedAlways, Json, JsonOrNull, Time, TimeOrNull } from '../platform/db/column-types.ts'
import type { NewRow } from '../platform/db/schema.ts'
import type { StoredDifference } from '../packages/content/differences.ts'
import type { ImportedField } from './sql/imported-fields.ts'
import type { Purpose } from './sql/frozen-lists.ts'
import type { ShownSlot } from './sql/sim-ota.ts'

/** Parameters and language of an export. */
export type StoredExport = BodyOf<typeof createSimExport> & { language: Language }

declare module '../platform/db/schema.ts' {
  interface Database {
    sims: {
      id: GeneratedAlways<number>
      iccid: string
      imsi: string | null
      msisdn: string | null
      imei: string | null
      imei_status: Defaulted<ImeiStatus>
      imei_lock: Defaulted<ImeiLock>
      /** The IMEI that the lock permits; null without a lock. */
      locked_imei: string | null
      imei_lock_member: number | null
      imei_lock_credential: number | null
      imei_change_untold: Defaulted<boolean>
      imei_changed_at: TimeOrNull
      device_alias: string | null
      type: Defaulted<'SIM' | 'eUICC'>
      external_device_id: string | null
      operator: Defaulted<'ntt' | 'jasper' | 'other'>
      cm_platform: Defaulted<'ntt' | 'jasper' | 'none'>
      status: Defaulted<SimStatus>
      group_id: number | null
      has_keys: Defaulted<boolean>
      poller_instance_aid: string | null
      poller_name: string | null
      poller_version: string | null
      standby_poller_instance_aid: string | null
      poller_encryption: Defaulted<boolean>
      status_poller: OtaStatus | null
      other_package_id: number | null
      other_instance_aid: string | null
      other_applet_name: string | null
      other_applet_version: string | null
      status_other_applet: OtaStatus | null
      created_at: DefaultedTime
      updated_at: DefaultedTime
      connection: Defaulted<0 | 1 | 2>
      /** Keys of tags, in ascending order. */
      tags: Defaulted<string[]>
    }
    /** The texts of tags as they are shown. Its key is the form by which a tag is found. */
    sim_tags: { key: string; label: string; created_at: DefaultedTime }
    /** The slots of a SIM that have or had an OTA. */
    sim_ota: {
      sim_id: number
      applet_type: AppletType
      /** The install and the removal of the slot's last campaign. */
      install_job_id: number | null
      uninstall_job_id: number | null
      /** Progress of OTAs without rows in `ota_jobs`, which seeded fleets have. */
      earlier: JsonOrNull<ShownSlot>
    }
    sim_contacts: {
      sim_id: number
      last_poll: TimeOrNull
      ota_open_until: TimeOrNull
      rsrp: number | null
      rsrq: number | null
      radio: number | null
      mcc: string | null
      mnc: string | null
      lac: number | null
      cell_id: number | null
      free_memory: number | null
      receive_buffer: number | null
      /** The time between its last two polls. */
      poll_seconds: number | null
      /** The time of its last sample of the signal. */
      sampled_at: TimeOrNull
      /** The position of its cell, and the distance in metres within which the SIM is. */
      longitude: number | null
      latitude: number | null
      accuracy: number | null
    }
    signal_samples: { sim_id: number; at: Time; rsrp: number | null; rsrq: number | null }
    /** Changed SIMs by transaction; see migration 0025. */
    sim_changes: { xid: GeneratedAlways<string>; sim_ids: number[]; of_contacts: Defaulted<boolean> }
    sim_change_horizons: { at: DefaultedTime; xid: GeneratedAlways<string> }
    sim_selections: {
      id: GeneratedAlways<number>
      purpose: Purpose
      total: number
      created_by: number | null
      created_at: DefaultedTime
      /** The filter that chose the SIMs, in the form of an address; null for another choice. */
      filter: JsonOrNull<Record<string, string>>
    }
    sim_selection_parts: { selection_id: number; part: number; sim_ids: number[] }
    sim_import_lines: { [Name in ImportedField]: string | null } & {
      task_id: number
      line: number
      bad: boolean
      given_keys: number
      iccid: string
      group_name: string | null
      tag_keys: string | null
      tag_labels: string | null
      cap_auth_key: Buffer | null
      encrypt_key: Buffer | null
      scp03_enc: Buffer | null
      scp03_mac: Buffer | null
      scp03_dek: Buffer | null
      security_domain_aid: string | null
      key_version_number: number | null
      security_level: number | null
      cap_auth_fingerprint: Buffer | null
      /** The SCP80 key set, sealed as in `sim_sms_keys`, and the counter to which it is raised; null for a line without one. */
      sms_key_set: number | null
      sms_algorithm: string | null
      sms_kic: Buffer | null
      sms_kid: Buffer | null
      sms_tar: Buffer | null
      sms_fingerprint: Buffer | null
      sms_counter: number | null
    }
    key_import_lines: {
      task_id: number
      line: number
      bad: boolean
      given_keys: number
      iccid: string
      key_version_number: number | null
      cap_auth_key: Buffer | null
      encrypt_key: Buffer | null
      scp03_enc: Buffer | null
      scp03_mac: Buffer | null
      scp03_dek: Buffer | null
      cap_auth_fingerprint: Buffer | null
      kic: Buffer | null
      kid: Buffer | null
      sms_fingerprint: Buffer | null
      scp81_identity: string | null
      psk: Buffer | null
    }
    sim_import_undos: { task_id: number; written_at: Time }
    sim_import_undo_sims: {
      sim_id: number
      before: JsonOrNull<Record<string, unknown>>
      keys_before: JsonOrNull<Record<string, unknown>>
      /** The SCP80 key set before; null if there was none, or if the import writes none (`writes_sms_keys`). */
      sms_keys_before: JsonOrNull<Record<string, unknown>>
      writes_sms_keys: Defaulted<boolean>
    }
    sim_exports: { id: GeneratedAlways<number>; params: Json<StoredExport>; created_by: number | null; created_at: DefaultedTime }
    sim_views: {
      id: GeneratedAlways<number>
      owner_id: number
      name: string
      shared: boolean
      search: Json<SimView['search']>
      table_view: Json<SimView['table']>
      created_at: DefaultedTime
    }
    sim_keys: {
      sim_id: number
      cap_auth_key: Buffer
      encrypt_key: Buffer
      security_domain_aid: string
      key_version_number: number
      scp03_enc: Buffer
      scp03_mac: Buffer
      scp03_dek: Buffer
      security_level: Defaulted<number>
      /** Null if a version without fingerprints stored the key and no start of the server could decrypt it since. */
      cap_auth_fingerprint: Buffer | null
      /** The time at which keys or level were written; null for rows from earlier versions. */
      changed_at: TimeOrNull
      /** The time at which the keys were written, and the name of their author; null if unknown. */
      key_set_at: TimeOrNull
      key_set_by: string | null
      /** The last rotation of the SCP03 keys since then, and its campaign. */
      scp03_rotated_at: TimeOrNull
      scp03_rotated_by: number | null
    }
    /** SIMs whose cards differ from what they should hold, with their leading difference. */
    sim_differences: {
      sim_id: number
      kind: DifferenceKind
      /** The package that the card should hold. */
      package_id: number | null
      campaign_id: number | null
      /** The group of SIMs that the same install repairs. */
      remedy: string | null
      read_at: Time
      differences: Json<StoredDifference[]>
    }
    /** Fingerprints of accepted differences. */
    sim_accepted_differences: { sim_id: number; differences: Json<string[]>; accepted_at: DefaultedTime; accepted_by: string }
    /** Rows are never deleted: a key that is used again continues from its counter. */
    poll_counters: { cap_auth_fingerprint: Buffer; poll_counter: number }
    /** The counters of keys without a fingerprint. */
    earlier_poll_counters: { sim_id: number; poll_counter: number }
  }
}

/** The rows to insert for a SIM: its record, and its last contact. */
export type NewSimRow = NewRow<'sims'>
export type NewContactRow = NewRow<'sim_contacts'>
