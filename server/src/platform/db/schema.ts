import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable } from 'kysely'
import type { ActionName, ClientType } from '@simdeck/contract/actions.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { SignInEvent } from '@simdeck/contract/me.ts'
import type { OtaStatus, Progress } from '@simdeck/contract/ota-progress.ts'
import type { OtaTarget, CampaignState } from '@simdeck/contract/ota.ts'
import type { PackageType } from '@simdeck/contract/packages.ts'
import type { BodyOf } from '@simdeck/contract/endpoint.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { createSimExport } from '@simdeck/contract/sim-exports.ts'
import type { SecurityEventName, SecurityOutcome } from '@simdeck/contract/security-log.ts'
import type { SimView } from '@simdeck/contract/sim-views.ts'
import type { SimStatus } from '@simdeck/contract/sims.ts'
import type { ImportDetails, TaskKind, TaskState } from '@simdeck/contract/tasks.ts'
import type { TraceMessage } from '@simdeck/contract/traces.ts'

type Time = ColumnType<Date, Date | string, Date | string>
type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>
type TextOrNull = ColumnType<string | null, string | null | undefined, string | null>
type NumberOrNull = ColumnType<number | null, number | null | undefined, number | null>
type BytesOrNull = ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
type DefaultedTime = ColumnType<Date, Date | undefined, Date>
/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

/** Progress as it lies in a SIM's row, with the package that it is about (a removal may know no more than its name); times are ISO strings. */
export type StoredProgress = Progress & { package_name?: string | null; package_version?: string | null }

/** What an import's row keeps of `ImportDetails`; whether it can be undone is asked when it is shown. */
export type StoredImport = Omit<ImportDetails, 'canUndo'>

/** What an export was asked for, and in which language. */
export type StoredExport = BodyOf<typeof createSimExport> & { language: Language }

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
    confirmed_at: TimeOrNull
    self_signed_up: Defaulted<boolean>
    must_change_password: Defaulted<boolean>
    password_expires_at: TimeOrNull
    mfa_secret: BytesOrNull
    mfa_enabled_at: TimeOrNull
    mfa_pending_secret: BytesOrNull
    mfa_last_step: Defaulted<number>
    mail_changes_seen: Defaulted<number>
    created_at: DefaultedTime
    updated_at: DefaultedTime
  }
  sign_ins: {
    id: string
    member_id: number
    created_at: DefaultedTime
    last_used_at: DefaultedTime
    revoked_at: TimeOrNull
    ip: TextOrNull
    user_agent: TextOrNull
    verified_at: DefaultedTime
  }
  recovery_codes: { member_id: number; hash: Buffer; used_at: TimeOrNull }
  challenges: {
    hash: Buffer
    member_id: number
    purpose: 'newPassword' | 'mfa' | 'invitation' | 'signUp' | 'emailChange'
    email: TextOrNull
    created_at: DefaultedTime
    expires_at: Time
  }
  reset_codes: { member_id: number; hash: Buffer; tries: Defaulted<number>; expires_at: Time }
  password_changes: { member_id: number; at: DefaultedTime }
  sign_in_locks: { key: Buffer; until: Time }
  sign_in_history: {
    id: GeneratedAlways<number>
    member_id: number
    at: DefaultedTime
    outcome: SignInEvent['outcome']
    ip: TextOrNull
    user_agent: TextOrNull
  }
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
  access_restrictions: { kind: 'domain' | 'console' | 'api'; value: string }
  mail_settings: {
    id: GeneratedAlways<number>
    host: string
    port: number
    security: 'none' | 'starttls' | 'tls'
    username: string
    password: BytesOrNull
    from_address: string
    from_name: string
    updated_at: DefaultedTime
    /** The role that set or confirmed it. */
    trusted_by: Defaulted<number>
    /** No mail server from then on. */
    removed: Defaulted<boolean>
  }
  mail_words: { id: GeneratedAlways<number>; name: 'invitation' | 'authentication'; trusted_by: number; words: string }
  mail_changes: {
    id: GeneratedAlways<number>
    at: DefaultedTime
    what: 'server' | 'invitation' | 'authentication'
    member_id: number | null
    changed_by: string
    role_id: number
  }
  mail_destinations: { address: string }
  mails: {
    id: GeneratedAlways<number>
    created_at: DefaultedTime
    recipient: string
    subject: string
    body: BytesOrNull
    state: 'queued' | 'sent' | 'failed' | 'kept'
    tries: Defaulted<number>
    next_try_at: DefaultedTime
    sent_at: TimeOrNull
    error: TextOrNull
    /** The member whom it is for; null for system mail. */
    member_id: Defaulted<number | null>
    /** The mail server that it must take, whatever is configured by now. */
    server_id: Defaulted<number | null>
    /** The role that set or confirmed its words; null: they are the product's own. */
    words_by: Defaulted<number | null>
    /** It is kept because no mail server, or not its words, were confirmed by a role as high as the member's. */
    unconfirmed: Defaulted<boolean>
  }
  system_mail_events: { key: string; since: DefaultedTime; count: Defaulted<number> }
  security_events: {
    id: GeneratedAlways<number>
    key: BytesOrNull
    at: Time
    last_at: Time
    count: Defaulted<number>
    event: SecurityEventName
    outcome: SecurityOutcome
    detail: TextOrNull
    member_id: NumberOrNull
    member: TextOrNull
    api_credential_id: NumberOrNull
    api_id: TextOrNull
    stranger: TextOrNull
    target: TextOrNull
    until: TimeOrNull
    ip: TextOrNull
    user_agent: TextOrNull
    request_id: TextOrNull
    source: ColumnType<ClientType | null, ClientType | null | undefined, ClientType | null>
    route: TextOrNull
  }
  action_logs: {
    id: number
    action: ActionName
    url: string
    method: string
    request_params: string
    request_by: string
    member_id: number | null
    api_credential_id: number | null
    request_at: Time
    status: number
    message: string | null
    client_type: ClientType
    ip: string
    mac: Buffer
  }
  action_log_head: { only_one: Generated<boolean>; id: number; mac: Buffer; seal: Buffer }
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
    imei_change_untold: Defaulted<boolean>
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
    poller_install: JsonOrNull<StoredProgress>
    poller_uninstall: JsonOrNull<StoredProgress>
    other_package_id: number | null
    other_instance_aid: string | null
    other_applet_name: string | null
    other_applet_version: string | null
    status_other_applet: OtaStatus | null
    other_install: JsonOrNull<StoredProgress>
    other_uninstall: JsonOrNull<StoredProgress>
    created_at: DefaultedTime
    updated_at: DefaultedTime
    connection: Defaulted<0 | 1 | 2>
    /** Made from the columns with few values; see migration 0004. */
    facets: GeneratedAlways<number>
    poller_version_parts: GeneratedAlways<number[] | null>
    other_applet_version_parts: GeneratedAlways<number[] | null>
  }
  sim_texts: { sim_id: number; words: string; grams: string }
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
    facets: Defaulted<number>
  }
  groups: {
    id: GeneratedAlways<number>
    name: string
    type: Defaulted<1 | 2>
    phone_number: TextOrNull
    address: TextOrNull
    created_at: DefaultedTime
    updated_at: DefaultedTime
  }
  sim_selections: { id: GeneratedAlways<number>; total: number; created_by: number | null; created_at: DefaultedTime }
  sim_selection_parts: { selection_id: number; part: number; sim_ids: number[] }
  tasks: {
    id: GeneratedAlways<number>
    kind: TaskKind
    state: TaskState
    title: TextOrNull
    params: ColumnType<Record<string, unknown>, string | undefined, string>
    import: JsonOrNull<StoredImport>
    selection_id: ColumnType<number | null, number | null | undefined, number | null>
    next_part: Defaulted<number>
    total: Defaulted<number>
    done: Defaulted<number>
    succeeded: Defaulted<number>
    refused: Defaulted<number>
    created_by: number | null
    api_credential_id: ColumnType<number | null, number | null | undefined, number | null>
    created_by_name: string
    created_at: DefaultedTime
    started_at: TimeOrNull
    finished_at: TimeOrNull
    failure: ColumnType<ErrorCode | null, ErrorCode | null | undefined, ErrorCode | null>
  }
  task_results: {
    task_id: number
    n: number
    outcome: 'done' | 'refused'
    sim_id: number | null
    iccid: string | null
    line: number | null
    column_name: string | null
    reason: string | null
  }
  sim_import_lines: {
    task_id: number
    line: number
    bad: boolean
    given_keys: number
    iccid: string
    imsi: string | null
    msisdn: string | null
    imei: string | null
    device_alias: string | null
    operator: string | null
    cm_platform: string | null
    type: string | null
    external_device_id: string | null
    group_name: string | null
    status: string | null
    cap_auth_key: Buffer | null
    encrypt_key: Buffer | null
    scp03_enc: Buffer | null
    scp03_mac: Buffer | null
    scp03_dek: Buffer | null
    security_domain_aid: string | null
    key_version_number: number | null
    security_level: number | null
    cap_auth_fingerprint: Buffer | null
  }
  sim_import_undos: { task_id: number; written_at: Time }
  sim_import_undo_sims: { sim_id: number; before: JsonOrNull<Record<string, unknown>>; keys_before: JsonOrNull<Record<string, unknown>> }
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
    /** Null: the key was stored by a version without fingerprints, and no start could open it since. */
    cap_auth_fingerprint: Buffer | null
  }
  /** Rows are never deleted: a key that comes back goes on from its counter. */
  poll_counters: { cap_auth_fingerprint: Buffer; poll_counter: number }
  /** The counters of keys without a fingerprint. */
  earlier_poll_counters: { sim_id: number; poll_counter: number }
  ota_snapshots: {
    id: GeneratedAlways<number>
    total: number
    checked_targets: JsonOrNull<OtaTarget[]>
    checked_eligible: number | null
    checked_removals: JsonOrNull<Record<string, number>>
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
    paused_at: TimeOrNull
    paused_by: string | null
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

export type TaskRow = Selectable<Database['tasks']>
export type ActionLogRow = Selectable<Database['action_logs']>
export type SecurityEventRow = Selectable<Database['security_events']>
export type NewActionLogRow = Insertable<Database['action_logs']>

/** A SIM's row, and what was last heard from it, as they are inserted. */
export type NewSimRow = Insertable<Database['sims']>
export type NewContactRow = Insertable<Database['sim_contacts']>
