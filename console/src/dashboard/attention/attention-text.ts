import type { AttentionKey } from '@simdeck/contract/dashboard.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import { defineText } from '../../ui/words/text.ts'

export const attentionText = defineText({
  title: { ja: '要対応', en: 'Needs attention' },
  items: { ja: (n: number) => `${n}項目`, en: (n: number) => (n === 1 ? '1 item' : `${n} items`) },
  nothing: { ja: '対応が必要な項目はありません', en: 'Nothing needs attention' },
  rules: { ja: 'アラートの設定', en: 'Alert rules' },
  what: { ja: '内容', en: 'What' },
  count: { ja: '件数', en: 'Count' },
  change: { ja: '前日比', en: 'Since yesterday' },
  takenBy: { ja: '対応', en: 'Taken by' },
  take: { ja: '自分が対応', en: 'I take it' },
  takeItem: { ja: (name: string) => `${name}：自分が対応`, en: (name: string) => `${name}: I take it` },
  me: { ja: '自分', en: 'Me' },
  until: { ja: (clock: string) => `${clock}まで`, en: (clock: string) => `until ${clock}` },
  release: { ja: (name: string) => `${name}：対応をやめる`, en: (name: string) => `${name}: hand it back` },
  notTaken: { ja: '対応を登録できませんでした', en: 'Not taken' },
  notReleased: { ja: '対応をやめられませんでした', en: 'Not handed back' },
  mostIn: { ja: (group: string, n: string) => `${group}が${n}台`, en: (group: string, n: string) => `${n} in ${group}` },
  silent: {
    ja: (n: number) => `ポーリング間隔の${n}倍を超過`,
    en: (n: number) => `Longer than ${n} of their own intervals`,
  },
  imei: { ja: '直近24時間', en: 'In the last 24 hours' },
  mail: { ja: '招待やパスワード再設定のメールを送信できません', en: 'No invitations, no password resets' },
  keys: { ja: '登録するまでOTAを実行できません', en: 'No OTA until they are registered' },
  sentence: { ja: '。', en: '; ' },
})

/** Names of the things that need attention. */
export const attentionNames = defineText({
  failedAppletOtas: { ja: 'アプレットのOTAが失敗したSIM', en: 'Applet OTA failed' },
  failedPollerOtas: { ja: 'ポーラーのOTAが失敗したSIM', en: 'Poller OTA failed' },
  campaignsPastLimit: { ja: '上限を超えて止まった配信', en: 'Campaigns stopped at their limit' },
  silentSims: { ja: '応答のないSIM', en: 'Silent SIMs' },
  imeiChanged: { ja: 'IMEIが変わったSIM', en: 'SIMs in another device' },
  mailServerMissing: { ja: 'メールサーバーが未設定です', en: 'No mail server is set' },
  campaignsAwaitingApproval: { ja: '承認を待っている配信', en: 'Campaigns waiting for approval' },
  campaignsAwaitingRelease: { ja: '次の段階の開始を待っている配信', en: 'Campaigns waiting for their next wave' },
  simsWithoutKeys: { ja: '鍵が未登録のSIM', en: 'SIMs without keys' },
} satisfies Record<AttentionKey, Words>)
