import type { Words } from './languages.ts'
import { otaStatuses } from './ota-progress.ts'
import { cmPlatforms, imeiLocks, imeiStatuses, operators, scp03Levels, simStatuses, simTypes } from './sim-values.ts'

/** All properties of one field of a SIM that contract, server and console use. */
export type SimField = {
  /**
   * Source of the value. `record`: the column of that name in `sims`. `contact`: the column of that name in `sim_contacts`, which the SIM
   * reported. `derived`: the server computes it.
   */
  from: 'record' | 'contact' | 'derived'
  type: 'text' | 'choice' | 'number' | 'boolean' | 'moment' | 'group' | 'connection' | 'tags'
  /** The value can be null. */
  blanks?: true
  /** Values of a choice. `initial` is the value of a new SIM for which none is given. */
  choices?: readonly [string, ...string[]]
  initial?: string
  /** Form of a text: a pattern, or one line with a maximum of characters. */
  pattern?: RegExp
  max?: 20 | 64 | 100
  /**
   * Form of the list's filter. `choice`: any of the choices; `number`: parts, or whole numbers; `whole` and `version`: any of several whole
   * texts; `period`: two filters, from and until; `flag`: true or false. `own`: written by hand in `sims.ts`, the SQL and the console.
   */
  filter?: 'choice' | 'number' | 'whole' | 'version' | 'period' | 'flag' | 'own'
  /** Name of the filter, if it is not that of the field. */
  filterName?: string
  /** A CSV can hold it, and an import writes it. */
  importable?: true
  exportable?: true
  /** A request can set it when it adds or changes a SIM, under its own name. */
  editable?: true
  /** Part of the view menu of the list. */
  section: 'name' | 'identity' | 'network' | 'poller' | 'applet' | 'sim'
  words: Words
  /** A shorter heading of the column in the list, where the other columns make it clear. */
  head?: Words
}

/** The values of a filter of the form `flag` in an address. */
export const flags = ['true', 'false'] as const

/** The fields of a SIM, in the order of the list's columns. */
export const simFields = {
  device_alias: {
    from: 'record',
    type: 'text',
    blanks: true,
    max: 100,
    filter: 'own',
    importable: true,
    exportable: true,
    editable: true,
    section: 'name',
    words: { ja: 'デバイス名', en: 'Device alias' },
  },
  iccid: {
    from: 'record',
    type: 'text',
    pattern: /^\d{19,20}$/,
    filter: 'number',
    importable: true,
    exportable: true,
    section: 'identity',
    words: { ja: 'ICCID', en: 'ICCID' },
  },
  imsi: {
    from: 'record',
    type: 'text',
    blanks: true,
    pattern: /^\d{6,15}$/,
    filter: 'number',
    importable: true,
    exportable: true,
    editable: true,
    section: 'identity',
    words: { ja: 'IMSI', en: 'IMSI' },
  },
  msisdn: {
    from: 'record',
    type: 'text',
    blanks: true,
    pattern: /^\+?\d{3,15}$/,
    filter: 'number',
    importable: true,
    exportable: true,
    editable: true,
    section: 'identity',
    words: { ja: 'MSISDN', en: 'MSISDN' },
  },
  imei: {
    from: 'record',
    type: 'text',
    blanks: true,
    pattern: /^\d{14,16}$/,
    filter: 'number',
    importable: true,
    exportable: true,
    editable: true,
    section: 'identity',
    words: { ja: 'IMEI', en: 'IMEI' },
  },
  imei_status: {
    from: 'record',
    type: 'choice',
    choices: imeiStatuses,
    initial: 'unknown',
    filter: 'choice',
    exportable: true,
    section: 'identity',
    words: { ja: 'IMEIの状態', en: 'IMEI status' },
  },
  /** The time of the last poll from another device than the poll before it. Null if none was noted. */
  imei_changed_at: {
    from: 'record',
    type: 'moment',
    blanks: true,
    filter: 'period',
    filterName: 'imei_changed',
    exportable: true,
    section: 'identity',
    words: { ja: 'IMEIの変更日時', en: 'IMEI changed' },
  },
  imei_lock: {
    from: 'record',
    type: 'choice',
    choices: imeiLocks,
    initial: 'off',
    filter: 'choice',
    exportable: true,
    section: 'identity',
    words: { ja: 'IMEIロック', en: 'IMEI lock' },
  },
  external_device_id: {
    from: 'record',
    type: 'text',
    blanks: true,
    max: 64,
    filter: 'whole',
    importable: true,
    exportable: true,
    editable: true,
    section: 'identity',
    words: { ja: '外部デバイスID', en: 'External device ID' },
  },
  id: {
    from: 'record',
    type: 'number',
    filter: 'own',
    exportable: true,
    section: 'identity',
    words: { ja: 'SIMの管理番号', en: 'SIM number' },
  },
  connection: {
    from: 'record',
    type: 'connection',
    filter: 'own',
    exportable: true,
    section: 'network',
    words: { ja: '接続状態', en: 'Connection' },
    head: { ja: '接続', en: 'Connection' },
  },
  rsrp: {
    from: 'contact',
    type: 'number',
    blanks: true,
    exportable: true,
    section: 'network',
    words: { ja: '電波（RSRP、dBm）', en: 'Signal (RSRP, dBm)' },
    head: { ja: '電波 dBm', en: 'Signal dBm' },
  },
  rsrq: {
    from: 'contact',
    type: 'number',
    blanks: true,
    exportable: true,
    section: 'network',
    words: { ja: 'RSRQ dB', en: 'RSRQ dB' },
  },
  mcc: { from: 'contact', type: 'text', blanks: true, exportable: true, section: 'network', words: { ja: 'MCC', en: 'MCC' } },
  mnc: { from: 'contact', type: 'text', blanks: true, exportable: true, section: 'network', words: { ja: 'MNC', en: 'MNC' } },
  lac: { from: 'contact', type: 'number', blanks: true, exportable: true, section: 'network', words: { ja: 'LAC', en: 'LAC' } },
  cell_id: { from: 'contact', type: 'number', blanks: true, exportable: true, section: 'network', words: { ja: 'セルID', en: 'Cell ID' } },
  cid: { from: 'derived', type: 'number', blanks: true, exportable: true, section: 'network', words: { ja: 'CID', en: 'CID' } },
  latitude: {
    from: 'contact',
    type: 'number',
    blanks: true,
    exportable: true,
    section: 'network',
    words: { ja: '緯度', en: 'Latitude' },
  },
  longitude: {
    from: 'contact',
    type: 'number',
    blanks: true,
    exportable: true,
    section: 'network',
    words: { ja: '経度', en: 'Longitude' },
  },
  accuracy: {
    from: 'contact',
    type: 'number',
    blanks: true,
    exportable: true,
    section: 'network',
    words: { ja: '位置の精度 m', en: 'Location accuracy m' },
  },
  poller_version: {
    from: 'record',
    type: 'text',
    blanks: true,
    max: 20,
    filter: 'version',
    exportable: true,
    section: 'poller',
    words: { ja: 'ポーラーのバージョン', en: 'Poller version' },
    head: { ja: 'ポーラー', en: 'Poller' },
  },
  status_poller: {
    from: 'record',
    type: 'choice',
    choices: otaStatuses,
    blanks: true,
    filter: 'choice',
    exportable: true,
    section: 'poller',
    words: { ja: 'ポーラーOTAの状態', en: 'Poller OTA status' },
  },
  poller_name: {
    from: 'record',
    type: 'text',
    blanks: true,
    exportable: true,
    section: 'poller',
    words: { ja: 'ポーラー名', en: 'Poller name' },
  },
  has_standby_poller: {
    from: 'derived',
    type: 'boolean',
    filter: 'flag',
    exportable: true,
    section: 'poller',
    words: { ja: '予備のポーラー', en: 'Standby poller' },
  },
  other_applet_name: {
    from: 'record',
    type: 'text',
    blanks: true,
    exportable: true,
    section: 'applet',
    words: { ja: 'アプレット名', en: 'Applet name' },
    head: { ja: 'アプレット', en: 'Applet' },
  },
  other_applet_version: {
    from: 'record',
    type: 'text',
    blanks: true,
    max: 20,
    filter: 'version',
    filterName: 'applet_version',
    exportable: true,
    section: 'applet',
    words: { ja: 'アプレットのバージョン', en: 'Applet version' },
    head: { ja: 'バージョン', en: 'Version' },
  },
  status_other_applet: {
    from: 'record',
    type: 'choice',
    choices: otaStatuses,
    blanks: true,
    filter: 'choice',
    exportable: true,
    section: 'applet',
    words: { ja: 'アプレットOTAの状態', en: 'Applet OTA status' },
  },
  status: {
    from: 'record',
    type: 'choice',
    choices: simStatuses,
    filter: 'choice',
    importable: true,
    exportable: true,
    section: 'sim',
    words: { ja: 'SIMの状態', en: 'SIM status' },
  },
  last_poll: {
    from: 'contact',
    type: 'moment',
    blanks: true,
    filter: 'period',
    exportable: true,
    section: 'sim',
    words: { ja: '最終ポーリング', en: 'Last poll' },
  },
  /** The time between its polls, as observed. Null before the second poll. */
  poll_seconds: {
    from: 'contact',
    type: 'number',
    blanks: true,
    exportable: true,
    section: 'sim',
    words: { ja: 'ポーリング間隔（秒）', en: 'Poll interval (s)' },
  },
  group: {
    from: 'derived',
    type: 'group',
    blanks: true,
    filter: 'own',
    importable: true,
    exportable: true,
    section: 'sim',
    words: { ja: 'グループ', en: 'Group' },
  },
  tags: {
    from: 'derived',
    type: 'tags',
    blanks: true,
    filter: 'own',
    importable: true,
    exportable: true,
    section: 'sim',
    words: { ja: 'タグ', en: 'Tags' },
  },
  operator: {
    from: 'record',
    type: 'choice',
    choices: operators,
    initial: 'other',
    filter: 'choice',
    importable: true,
    exportable: true,
    editable: true,
    section: 'sim',
    words: { ja: '通信事業者', en: 'Operator' },
  },
  cm_platform: {
    from: 'record',
    type: 'choice',
    choices: cmPlatforms,
    initial: 'none',
    filter: 'choice',
    importable: true,
    exportable: true,
    editable: true,
    section: 'sim',
    words: { ja: 'プラットフォーム', en: 'Platform' },
  },
  type: {
    from: 'record',
    type: 'choice',
    choices: simTypes,
    initial: 'SIM',
    filter: 'choice',
    importable: true,
    exportable: true,
    editable: true,
    section: 'sim',
    words: { ja: '種別', en: 'Type' },
  },
  /** True for a SIM with all keys that its polls and its secure channel need. */
  has_keys: {
    from: 'record',
    type: 'boolean',
    filter: 'flag',
    exportable: true,
    section: 'sim',
    words: { ja: 'SIMの鍵', en: 'Keys' },
  },
  /** Security level of commands and answers; null without keys. */
  scp03_level: {
    from: 'derived',
    type: 'choice',
    choices: scp03Levels,
    blanks: true,
    exportable: true,
    section: 'sim',
    words: { ja: 'セキュリティレベル', en: 'Security level' },
  },
  free_memory: {
    from: 'contact',
    type: 'number',
    blanks: true,
    exportable: true,
    section: 'sim',
    words: { ja: '空き容量', en: 'Free memory' },
  },
  created_at: {
    from: 'record',
    type: 'moment',
    exportable: true,
    section: 'sim',
    words: { ja: '登録日時', en: 'Created' },
  },
  updated_at: {
    from: 'record',
    type: 'moment',
    filter: 'period',
    filterName: 'modified',
    exportable: true,
    section: 'sim',
    words: { ja: '更新日時', en: 'Updated' },
  },
} as const satisfies Record<string, SimField>

export type SimFields = typeof simFields
export type SimFieldName = keyof SimFields

/** The names of the fields with these properties. */
export type SimFieldsWith<Has> = { [Name in SimFieldName]: SimFields[Name] extends Has ? Name : never }[SimFieldName]

/** True if a field has these properties. */
export function simFieldIs<const Has extends Partial<SimField>>(name: SimFieldName, has: Has): name is SimFieldsWith<Has> {
  const field: SimField = simFields[name]
  return Object.entries(has).every(([property, value]) => field[property as keyof SimField] === value)
}

/** The names of the fields with these properties, in the order of the table. */
export function simFieldsWith<const Has extends Partial<SimField>>(has: Has): readonly SimFieldsWith<Has>[] {
  const names = Object.keys(simFields) as SimFieldName[]
  return names.filter((name): name is SimFieldsWith<Has> => simFieldIs(name, has))
}

/** The name of a field's filter. */
export type SimFilterOf<Name extends SimFieldName> = Name extends SimFieldName
  ? SimFields[Name] extends { filterName: infer Other extends string }
    ? Other
    : Name
  : never
export function simFilterOf<Name extends SimFieldName>(name: Name): SimFilterOf<Name> {
  const field: SimField = simFields[name]
  return (field.filterName ?? name) as SimFilterOf<Name>
}
