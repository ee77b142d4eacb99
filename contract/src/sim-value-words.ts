import type { Words } from './languages.ts'
import type { OtaStatus } from './ota-progress.ts'
import type { SimFieldName, SimFieldsWith } from './sim-fields.ts'
import type { SimStatus } from './sim-values.ts'

/** Names of the OTA statuses, the same on the screens and in a spreadsheet. */
export const otaStatusWords = {
  Ready: { ja: '待機中', en: 'Ready' },
  Started: { ja: '実行中', en: 'Started' },
  Succeeded: { ja: '成功', en: 'Succeeded' },
  Failed: { ja: '失敗', en: 'Failed' },
  Interrupted: { ja: '中断', en: 'Interrupted' },
  Blocked: { ja: 'ブロック', en: 'Blocked' },
  NotFound: { ja: '未検出', en: 'Not found' },
  /** The text for a Failed OTA that a user cancelled; it is not a status. */
  Cancelled: { ja: '取り消し', en: 'Cancelled' },
} as const satisfies Record<OtaStatus | 'Cancelled', Words>

export const connectionWords = {
  on: { ja: 'オン', en: 'On' },
  off: { ja: 'オフ', en: 'Off' },
  ota: { ja: 'OTA中', en: 'OTA' },
} as const

export const imeiStatusWords = {
  unknown: { ja: '不明', en: 'Unknown' },
  same: { ja: '変更なし', en: 'Unchanged' },
  changed: { ja: '変更あり・未確認', en: 'Changed, unconfirmed' },
  confirmed: { ja: '確認済み', en: 'Confirmed' },
} as const

export const imeiLockWords = {
  off: { ja: 'なし', en: 'Off' },
  notify: { ja: '知らせるだけ', en: 'Tell only' },
  suspend: { ja: '知らせて停止', en: 'Tell and suspend' },
} as const

/** Names of operators and of platforms. */
export const operatorWords = {
  ntt: { ja: 'NTT', en: 'NTT' },
  jasper: { ja: 'Jasper', en: 'Jasper' },
  other: { ja: 'その他', en: 'Other' },
  none: { ja: 'なし', en: 'None' },
} as const

export const keysWords = {
  true: { ja: '登録済み', en: 'Registered' },
  false: { ja: '未登録', en: 'None' },
} as const

export const standbyPollerWords = {
  true: { ja: 'あり', en: 'Yes' },
  false: { ja: 'なし', en: 'No' },
} as const

/** Labels in the carriers' spelling, the same in both languages. */
export const simStatusLabel: Record<SimStatus, string> = {
  TEST_READY: 'Test Ready',
  INVENTORY: 'Inventory',
  TRIAL: 'Trial',
  ACTIVATION_READY: 'Activation Ready',
  ACTIVATED: 'Activated',
  DEACTIVATED: 'Deactivated',
  RETIRED: 'Retired',
  PURGED: 'Purged',
  PRE_ACTIVATED: 'Pre-Activated',
  SUSPENDED: 'Suspended',
  OPERATOR_BARRED: 'Operator Barred',
  AVAILABLE: 'Available',
  TERMINATED: 'Terminated',
  TARIFF_HOLIDAY: 'Tariff Holiday',
  REPLACED: 'Replaced',
}

/** Names of values, for the fields that hold enumerations. A value without a name is shown as it is. */
export const simValueWords: Partial<Record<SimFieldName, Readonly<Record<string, Words>>>> &
  Record<SimFieldsWith<{ type: 'boolean' }>, Record<'true' | 'false', Words>> = {
  imei_status: imeiStatusWords,
  imei_lock: imeiLockWords,
  operator: operatorWords,
  cm_platform: operatorWords,
  status: Object.fromEntries(Object.entries(simStatusLabel).map(([status, label]) => [status, { ja: label, en: label }])),
  connection: connectionWords,
  status_poller: otaStatusWords,
  status_other_applet: otaStatusWords,
  has_keys: keysWords,
  has_standby_poller: standbyPollerWords,
}
