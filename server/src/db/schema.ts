import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { OtaStatus, Progress } from '@simdeck/contract/ota-progress.ts'
import type { OtaTarget, CampaignState } from '@simdeck/contract/ota.ts'
import type { PackageType } from '@simdeck/contract/packages.ts'
import type { SimStatus } from '@simdeck/contract/sims.ts'
import type { TraceMessage } from '@simdeck/contract/traces.ts'

type Time = ColumnType<Date, Date | string, Date | string>
type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>
type DefaultedTime = ColumnType<Date, Date | undefined, Date>
/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

/** Progress as it lies in a SIM's row; times are ISO strings. */
export type StoredProgress = Progress

export type Database = {
  roles: { id: number; name: string }
  role_permissions: { role_id: number; permission: string }
  members: {
    id: GeneratedAlways<number>
    email: string
    name: string
    role_id: number
    user_type: Defaulted<number>
    account_status: Defaulted<'active' | 'inactive' | 'in_confirm'>
    password_hash: string
    token_version: Defaulted<number>
    created_at: DefaultedTime
    updated_at: DefaultedTime
  }
  sign_ins: {
    id: string
    member_id: number
    created_at: DefaultedTime
    last_used_at: DefaultedTime
    revoked_at: TimeOrNull
  }
  refresh_tokens: { hash: Buffer; sign_in_id: string; generation: number; used_at: TimeOrNull }
  sign_in_attempts: { key: Buffer; at: DefaultedTime }
  ws_tickets: { hash: Buffer; member_id: number; sign_in_id: string; expires_at: Time }
  settings: {
    id: GeneratedAlways<number>
    key: string
    value: string
    type: 1 | 2
    created_by: number | null
    updated_at: DefaultedTime
  }
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
  sims: {
    id: GeneratedAlways<number>
    iccid: string
    imsi: string | null
    msisdn: string | null
    imei: string | null
    imei_status: Defaulted<string>
    device_alias: string | null
    type: Defaulted<'SIM' | 'eUICC'>
    external_device_id: string | null
    operator: Defaulted<'ntt' | 'jasper' | 'other'>
    cm_platform: Defaulted<'ntt' | 'jasper' | 'none'>
    status: Defaulted<SimStatus>
    group_name: string | null
    has_keys: Defaulted<boolean>
    last_poll: TimeOrNull
    ota_open_until: TimeOrNull
    poller_instance_aid: string | null
    poller_name: string | null
    poller_version: string | null
    standby_poller_instance_aid: string | null
    poller_encryption: Defaulted<boolean>
    status_poller: OtaStatus | null
    poller_install: JsonOrNull<StoredProgress>
    poller_uninstall: JsonOrNull<StoredProgress>
    other_package_id: number | null
    other_instance_aid: string | null
    other_applet_name: string | null
    other_applet_version: string | null
    status_other_applet: OtaStatus | null
    other_install: JsonOrNull<StoredProgress>
    other_uninstall: JsonOrNull<StoredProgress>
    rsrp: number | null
    rsrq: number | null
    radio: number | null
    mcc: string | null
    mnc: string | null
    lac: number | null
    cell_id: number | null
    free_memory: number | null
    created_at: DefaultedTime
    updated_at: DefaultedTime
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
  }
  sim_polls: { sim_id: number; poll_counter: number }
  ota_snapshots: {
    id: GeneratedAlways<number>
    total: number
    checked_targets: JsonOrNull<OtaTarget[]>
    created_by: number | null
    created_at: DefaultedTime
    used_at: TimeOrNull
  }
  ota_snapshot_sims: { snapshot_id: number; sim_id: number; left_out: Defaulted<boolean> }
  campaigns: {
    id: GeneratedAlways<number>
    name: string
    state: CampaignState
    action: 'install' | 'remove'
    applet_type: number
    package_id: number | null
    module_aid: string | null
    instance_aid: string | null
    install_parameters: Defaulted<string>
    targets: Json<OtaTarget[]>
    total: number
    excluded: number
    created_by: number | null
    created_at: DefaultedTime
    finished_at: TimeOrNull
  }
  ota_jobs: {
    id: GeneratedAlways<number>
    campaign_id: number
    sim_id: number
    applet_type: number
    action_type: number
    step: number
    package_id: number | null
    package_aid: string
    module_aid: string | null
    instance_aid: string
    install_parameters: Buffer
    status: Defaulted<OtaStatus>
    code: number | null
    sw: string | null
    reason: string | null
    acked: Defaulted<number>
    total: Defaulted<number>
    interruptions: Defaulted<number>
    knowledge: ColumnType<Record<string, unknown>, string | undefined, string>
    failed_command: string | null
    created_at: DefaultedTime
    polled_at: TimeOrNull
    channel_at: TimeOrNull
    started_at: TimeOrNull
    finished_at: TimeOrNull
    updated_at: DefaultedTime
  }
  ota_sessions: {
    session_id: number
    sim_id: number
    job_id: number | null
    sequence: number
    answer: Buffer
    frame_mac: Buffer
    state: Json<Record<string, unknown>>
    expires_at: Time
  }
  raw_ota_service_logs: {
    id: Generated<number>
    at: DefaultedTime
    sim_id: number | null
    session_id: number
    sequence: number
    job_id: number | null
    direction: 'card' | 'server'
    code: number
    bytes: number
    fields: Json<TraceMessage['fields']>
    commands: Json<(TraceMessage['commands'][number] & { hex: string | null })[]>
  }
}
