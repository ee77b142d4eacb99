import { simFieldsWith, simFields } from '@simdeck/contract/sim-fields.ts'
import type { SimFieldName } from '@simdeck/contract/sim-fields.ts'
import { simValueWords } from '@simdeck/contract/sim-value-words.ts'
import type { Language, Words } from '@simdeck/contract/languages.ts'

/** Names of the settings and of the fields of a record that are no fields of a SIM. */
const names: Record<string, Words> = {
  system_theme: { ja: 'テーマ', en: 'Theme' },
  system_config_logo: { ja: 'ロゴ', en: 'Logo' },
  system_config_app_name: { ja: 'アプリ名', en: 'Application name' },
  system_password_minimum: { ja: 'パスワードの最小文字数', en: 'Least characters of a password' },
  system_password_upper_case: { ja: 'パスワードの大文字', en: 'Capital letters in passwords' },
  system_password_lower_case: { ja: 'パスワードの小文字', en: 'Small letters in passwords' },
  system_password_number: { ja: 'パスワードの数字', en: 'Digits in passwords' },
  system_password_symbol: { ja: 'パスワードの記号', en: 'Symbols in passwords' },
  system_mfa_required_roles: { ja: '多要素認証が必須の権限', en: 'Roles that need a second factor' },
  system_config_google_maps_api_key: { ja: '地図のAPIキー', en: 'API key of the map' },
  system_config_sim_online_term: { ja: 'オンライン判定時間（分）', en: 'SIM online term (min)' },
  system_config_sim_silent_intervals: { ja: '応答なしと判定するポーリング間隔の倍数', en: 'Own intervals until silent' },
  system_config_sim_display_location_nums_key: { ja: '位置の表示件数', en: 'Locations shown' },
  system_ota_inventories_per_hour: { ja: '自動で確かめるカードの上限（1時間あたり）', en: 'Cards read by itself per hour' },
  system_ota_new_poller_minutes: { ja: '新しいポーラーの確認期限（分）', en: 'Time for a new poller (min)' },
  system_ota_max_interruptions: { ja: 'OTAの中断の上限', en: 'Interruptions of an OTA' },
  system_ota_allow_plain_polls: { ja: '暗号化しないポーリング', en: 'Polls without encryption' },
  system_iot_safe_end_days: { ja: '期限が近いと知らせる日数', en: 'Days before the end told in the bell' },
  system_iot_safe_est: { ja: 'デバイスによる証明書の取得（EST）', en: 'Certificates asked by devices (EST)' },
  system_ota_approval_threshold: { ja: '承認が必要な台数', en: 'SIMs from which approval is needed' },
  system_log_raw_api_days: { ja: '生APIログの保存期間（日）', en: 'Days of the raw API log' },
  system_log_raw_proxy_days: { ja: '生プロキシログの保存期間（日）', en: 'Days of the raw proxy log' },
  system_log_bodies_until: { ja: '本文の記録の終了日時', en: 'Bodies recorded until' },
  log_forwarding: { ja: 'ログの転送', en: 'Forwarding of the logs' },
  host: { ja: 'ホスト', en: 'Host' },
  port: { ja: 'ポート', en: 'Port' },
  system_mail: { ja: 'システムメール', en: 'System mail' },
  system_mail_template: { ja: 'システムメールの文面', en: 'Text of the system mail' },
  notify_password_invitation: { ja: '招待メールの文面', en: 'Text of the invitation' },
  notify_password_authentication: { ja: 'パスワード再設定メールの文面', en: 'Text of the password reset' },
  user_language: { ja: '表示言語', en: 'Language' },
  user_timezone_automation: { ja: 'タイムゾーンの自動設定', en: 'Automatic time zone' },
  user_config_timezone: { ja: 'タイムゾーン', en: 'Time zone' },
  user_notifications: { ja: '通知の選択', en: 'Choices of notifications' },
  user_start_screen: { ja: 'ログイン後に開く画面', en: 'Screen after sign-in' },
  name: { ja: '名前', en: 'Name' },
  group: { ja: 'グループ', en: 'Group' },
  default: { ja: '既定の認証局', en: 'Default CA' },
  revocation: { ja: '認証局の失効', en: 'Revocation of the CA' },
  keys: { ja: '鍵', en: 'Keys' },
  scp03_level: { ja: 'SCP03のレベル', en: 'SCP03 level' },
  type: { ja: '種別', en: 'Type' },
  source: { ja: '監視する対象', en: 'Watches' },
  condition: { ja: '条件', en: 'Condition' },
  recovery: { ja: '回復の条件', en: 'Recovery' },
  repeatHours: { ja: '再通知の間隔（時間）', en: 'Told again every (h)' },
  severity: { ja: '重要度', en: 'Severity' },
  recipients: { ja: '知らせる相手', en: 'Tells' },
  quietHours: { ja: '静かな時間', en: 'Quiet hours' },
  on: { ja: '監視', en: 'On' },
  phone_number: { ja: '電話番号', en: 'Phone number' },
  address: { ja: '住所', en: 'Address' },
  role_id: { ja: '権限', en: 'Role' },
  user_type: { ja: 'メンバー区分', en: 'User type' },
  account_status: { ja: 'アカウントの状態', en: 'Account status' },
  state: { ja: '状態', en: 'State' },
  targets: { ja: '対象のSIM（台）', en: 'SIMs' },
  retries: { ja: '再試行の回数', en: 'Retries' },
  maxAtOnce: { ja: '同時実行の上限', en: 'Limit at a time' },
  maxPerCell: { ja: '基地局ごとの上限', en: 'Limit per cell' },
  maxFailedPercent: { ja: '失敗率の上限（%）', en: 'Limit of failures (%)' },
  label: { ja: 'ラベル', en: 'Label' },
  notes: { ja: 'メモ', en: 'Notes' },
  install_parameters: { ja: 'インストールパラメータ', en: 'Install parameters' },
  card_parameters: { ja: 'カードパラメータ', en: 'Card parameters' },
}

const simNames: readonly string[] = simFieldsWith({})
const isSimField = (field: string): field is SimFieldName => simNames.includes(field)

const valueNames: Record<string, Record<string, Words>> = {
  role_id: { 1: { ja: '最上位管理者', en: 'Root' }, 2: { ja: '管理者', en: 'Admin' }, 3: { ja: 'メンバー', en: 'Member' } },
  user_start_screen: { sims: { ja: 'SIM一覧', en: 'SIM list' }, overview: { ja: '概要', en: 'Overview' } },
  account_status: {
    active: { ja: '有効', en: 'Active' },
    inactive: { ja: '無効', en: 'Inactive' },
    in_confirm: { ja: '確認待ち', en: 'To be confirmed' },
  },
  state: {
    awaitingApproval: { ja: '承認待ち', en: 'Awaiting approval' },
    scheduled: { ja: '予約済み', en: 'Scheduled' },
    running: { ja: '実行中', en: 'Running' },
    paused: { ja: '一時停止', en: 'Paused' },
    stopping: { ja: '停止処理中', en: 'Stopping' },
  },
}
const onOff: Record<string, Words> = { 1: { ja: 'オフ', en: 'Off' }, 2: { ja: 'オン', en: 'On' } }
const switches =
  /^system_password_(upper_case|lower_case|number|symbol)$|^system_ota_allow_plain_polls$|^system_iot_safe_est$|^user_timezone_automation$/

/** True for a field that has a name. */
export const isKnownField = (field: string): boolean => field in names || isSimField(field)

/** Name of a field for a person; an unknown field is its own name. */
export function fieldName(field: string, language: Language): string {
  return names[field]?.[language] ?? (isSimField(field) ? simFields[field].words[language] : field)
}

/** A value of a field for a person: one line of plain text. */
export function valueText(field: string, value: unknown, language: Language): string {
  const known = switches.test(field) ? onOff : (valueNames[field] ?? (isSimField(field) ? simValueWords[field] : undefined))
  const words = known?.[String(value)]?.[language]
  if (words !== undefined) return words
  return typeof value === 'string' ? value : JSON.stringify(value)
}
