import type { Feature } from '@simdeck/contract/features.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import { defineText } from '../ui/words/text.ts'

export const settingsPageText = defineText({
  theme: { ja: 'テーマ', en: 'Theme' },
  sim: { ja: 'SIM設定', en: 'SIM settings' },
  tags: { ja: 'タグ', en: 'Tags' },
  mail: { ja: 'メール', en: 'Mail' },
  notifyPassword: { ja: '通知メール', en: 'Notification mails' },
  password: { ja: 'パスワード', en: 'Password' },
  approval: { ja: '配信の承認', en: 'Approval of campaigns' },
  generate: { ja: 'API ID', en: 'API IDs' },
  access: { ja: 'アクセス制限', en: 'Access restrictions' },
  iotSafe: { ja: 'IoT SAFE設定', en: 'IoT SAFE settings' },
  privateCa: { ja: 'プライベートCA', en: 'Private CA' },
  identityTemplate: { ja: '証明書テンプレート', en: 'Identity templates' },
  sms: { ja: 'SMS', en: 'SMS' },
  outbox: { ja: '送信ボックス', en: 'Outbox' },
  health: { ja: '稼働状況', en: 'Health' },
})

/** A page of the settings. */
export interface SettingsPageEntry {
  words: keyof typeof settingsPageText
  to:
    | '/settings/theme'
    | '/settings/setting-sim'
    | '/settings/tags'
    | '/settings/mail'
    | '/settings/notify-password'
    | '/settings/password'
    | '/settings/approval'
    | '/settings/generate'
    | '/settings/access-restrictions'
    | '/settings/setting-iot-safe'
    | '/settings/private-ca'
    | '/settings/identity-template'
    | '/settings/sms'
    | '/settings/outbox'
    | '/settings/health'
  needs: Permission
  /** Without this feature, the page does not exist. */
  feature?: Feature
  /** Further words by which the palette finds the page. */
  keywords: string
}

const allPages: readonly SettingsPageEntry[] = [
  { words: 'theme', to: '/settings/theme', needs: 'SETTING_THEME', keywords: 'はいしょく 配色 ロゴ アプリ名 logo name color' },
  {
    words: 'sim',
    to: '/settings/setting-sim',
    needs: 'SETTING_SIM',
    keywords:
      'しむ 通信事業者 アカウント carrier account Jasper NTT オンライン判定時間 接続 位置 地図 グーグルマップ online term location map Google API key',
  },
  { words: 'tags', to: '/settings/tags', needs: 'SIM_UPDATE', keywords: 'たぐ 名前を変更 rename label' },
  {
    words: 'mail',
    to: '/settings/mail',
    needs: 'SETTING_SYSTEM_MAIL',
    keywords: 'めーる SMTP メールサーバー システムメール 送信先 テンプレート server system mail destinations template',
  },
  {
    words: 'notifyPassword',
    to: '/settings/notify-password',
    needs: 'SETTING_NOTIFY_PASSWORD',
    keywords: 'つうち 招待メール パスワード再設定 テンプレート invitation password reset template',
  },
  {
    words: 'password',
    to: '/settings/password',
    needs: 'SETTING_PASSWORD_SECURITY',
    keywords: 'ぱすわーど パスワードポリシー 多要素認証の必須化 policy rules MFA',
  },
  {
    words: 'approval',
    to: '/settings/approval',
    needs: 'SETTING_PASSWORD_SECURITY',
    keywords: 'しょうにん 二人目 台数 OTA second person threshold',
  },
  {
    words: 'generate',
    to: '/settings/generate',
    needs: 'OPENAPI_GENERATE',
    keywords: 'えーぴーあい シークレット OpenAPI secret token client',
  },
  {
    words: 'access',
    to: '/settings/access-restrictions',
    needs: 'SETTING_ACCESS_RESTRICTIONS',
    keywords: 'あくせす IPアドレス ドメイン 許可 IP address domain allow',
  },
  {
    words: 'iotSafe',
    to: '/settings/setting-iot-safe',
    needs: 'SETTING_IOT_SAFE',
    feature: 'iot-safe',
    keywords: 'しょうめいしょ 期限 お知らせ certificate end',
  },
  {
    words: 'privateCa',
    to: '/settings/private-ca',
    needs: 'SETTING_IOT_SAFE',
    feature: 'iot-safe',
    keywords:
      'にんしょうきょく 認証局 しょうめいしょ 証明書 ルートCA 中間CA 失効リスト CRL OCSP CSR certificate authority root intermediate revocation',
  },
  {
    words: 'identityTemplate',
    to: '/settings/identity-template',
    needs: 'SETTING_IOT_SAFE',
    feature: 'iot-safe',
    keywords: 'しょうめいしょ 証明書 テンプレート サブジェクト 別名 更新 IoT SAFE certificate template subject SAN renewal',
  },
  {
    words: 'sms',
    to: '/settings/sms',
    needs: 'SETTING_SIM',
    keywords: 'SMPP gateway',
  },
  {
    words: 'outbox',
    to: '/settings/outbox',
    needs: 'SETTING_PASSWORD_SECURITY',
    keywords: 'そうしん 送信済みメール 再送 sent mails resend',
  },
  {
    words: 'health',
    to: '/settings/health',
    needs: 'SETTING_PASSWORD_SECURITY',
    keywords: 'かどう 定期処理 順番待ち ノード jobs queue node',
  },
]

/** The settings pages of the enabled features. */
export const settingsPagesWith = (features: readonly string[]): readonly SettingsPageEntry[] =>
  allPages.filter(({ feature }) => feature === undefined || features.includes(feature))
