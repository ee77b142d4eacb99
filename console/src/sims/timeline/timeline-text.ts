import type { SimImeiChange } from '@simdeck/contract/sim-imei.ts'
import type { TimelineKind } from '@simdeck/contract/sim-timeline.ts'
import { defineText } from '../../ui/words/text.ts'

export const timelineText = defineText({
  title: { ja: 'タイムライン', en: 'Timeline' },
  filter: { ja: '記録の種類', en: 'Kind of event' },
  all: { ja: 'すべて', en: 'All' },
  csv: { ja: 'CSV', en: 'CSV' },
  notSaved: { ja: 'ダウンロードできませんでした', en: 'Not downloaded' },
  none: { ja: '記録はありません', en: 'No events' },
  noneWords: {
    ja: 'このSIMに起きたことが、新しい順に並びます。',
    en: 'Everything that happens to this SIM appears here, the newest first.',
  },
  earlier: { ja: 'さらに前を表示', en: 'Show earlier events' },
  oldest: { ja: '最も古い記録まで表示しました', en: 'This is the oldest event on record' },
  today: { ja: '今日', en: 'today' },

  status: { ja: (from: string, to: string) => `SIMの状態 ${from} → ${to}`, en: (from: string, to: string) => `SIM status ${from} → ${to}` },
  byImport: { ja: 'インポート', en: 'Import' },
  byCarrier: { ja: '通信事業者', en: 'Carrier' },
  byCard: { ja: 'カード', en: 'Card' },
  ota: { ja: (name: string, action: string) => `${name}の${action}`, en: (name: string, action: string) => `${action} ${name}` },
  campaign: { ja: (id: number, name: string) => `配信 #${id} ${name}`, en: (id: number, name: string) => `Campaign #${id} ${name}` },
  code: { ja: (code: number) => `コード ${code}`, en: (code: number) => `code ${code}` },
  certificate: { ja: (label: string) => `証明書 ${label}`, en: (label: string) => `Certificate ${label}` },
  file: { ja: (label: string) => `ファイル ${label}`, en: (label: string) => `File ${label}` },
  added: { ja: '追加', en: 'Added' },
  active: { ja: 'カードで有効になりました', en: 'Active on the card' },
  validTo: { ja: (day: string) => `${day}まで`, en: (day: string) => `until ${day}` },
  imei: { ja: (from: string, to: string) => `IMEI ${from} → ${to}`, en: (from: string, to: string) => `IMEI ${from} → ${to}` },
  unconfirmed: { ja: '別の端末からポーリングしました。未確認', en: 'It polled from another device, unconfirmed' },
  confirmedBy: {
    ja: (name: string) => `別の端末からポーリングしました。${name}が確認`,
    en: (name: string) => `It polled from another device, confirmed by ${name}`,
  },
  group: { ja: (from: string, to: string) => `グループ ${from} → ${to}`, en: (from: string, to: string) => `Group ${from} → ${to}` },
  noGroup: { ja: 'なし', en: 'none' },
  notification: { ja: (title: string) => `通知：${title}`, en: (title: string) => `Notification: ${title}` },
  refreshed: { ja: '通信事業者から更新', en: 'Refreshed from the carrier' },
  notRefreshed: { ja: '通信事業者からの更新に失敗', en: 'The refresh from the carrier failed' },
  polls: { ja: (n: string) => `ポーリング ${n}回`, en: (n: string) => (n === '1' ? '1 poll' : `${n} polls`) },
  comma: { ja: '、', en: ', ' },
})

export const timelineKindText = defineText({
  status: { ja: '状態', en: 'Status' },
  ota: { ja: 'OTA', en: 'OTA' },
  iotsafe: { ja: 'IoT SAFE', en: 'IoT SAFE' },
  imei: { ja: '端末（IMEI）', en: 'Device (IMEI)' },
  group: { ja: 'グループ', en: 'Group' },
  change: { ja: '操作', en: 'Actions' },
  notification: { ja: '通知', en: 'Notifications' },
  carrier: { ja: '通信事業者', en: 'Carrier' },
  poll: { ja: 'ポーリング', en: 'Polls' },
} satisfies Record<TimelineKind, unknown>)

/** The effects of the IMEI lock. */
export const lockResultText = defineText({
  pending: { ja: 'IMEIロックを確認中', en: 'the IMEI lock is being checked' },
  told: { ja: 'IMEIロック：通知済み', en: 'IMEI lock: told' },
  suspended: { ja: 'IMEIロック：停止を開始', en: 'IMEI lock: suspension begun' },
  notPossible: { ja: 'IMEIロック：停止できませんでした', en: 'IMEI lock: the suspension was not possible' },
} satisfies Record<NonNullable<SimImeiChange['lock_result']>, unknown>)
