import type { AlertFigure } from '@simdeck/contract/alert-figures.ts'
import type { AlertProblem } from '@simdeck/contract/alerts.ts'
import type { AlertFiring } from '@simdeck/contract/alert-firings.ts'
import { defineText } from '../ui/words/text.ts'

export const alertText = defineText({
  title: { ja: 'アラート', en: 'Alerts' },
  rules: { ja: 'ルール', en: 'Rules' },
  rule: { ja: 'ルール', en: 'Rule' },
  history: { ja: '履歴', en: 'History' },
  ownNotifications: { ja: '自分の通知', en: 'My notifications' },
  counted: {
    ja: (rules: string, firing: string) => `${rules}件・発生中 ${firing}件`,
    en: (rules: string, firing: string) => `${rules} rules, ${firing} firing`,
  },
  add: { ja: 'ルールを追加', en: 'Add a rule' },
  searchName: { ja: 'ルール名で検索', en: 'Search by name' },
  none: { ja: 'ルールはまだありません', en: 'No rules yet' },
  noneWords: {
    ja: '保存したビューや条件に合うSIMの台数、または概要の数値を1分ごとに確かめ、しきい値を超えたらベルとメールで知らせます。',
    en: 'A rule looks at the SIMs of a saved view or of filters, or at a figure of the overview, each minute, and tells by bell and mail when they pass a threshold.',
  },
  noMatch: { ja: '一致するルールはありません', en: 'No rule matches' },
  clear: { ja: '検索をクリア', en: 'Clear the search' },
  state: { ja: '状態', en: 'State' },
  condition: { ja: '条件', en: 'Condition' },
  now: { ja: '今の値', en: 'Now' },
  day: { ja: '24時間', en: '24 hours' },
  tells: { ja: '知らせる相手', en: 'Tells' },
  by: { ja: '手段', en: 'By' },
  bell: { ja: 'ベル', en: 'Bell' },
  mail: { ja: 'メール', en: 'Mail' },
  lastFired: { ja: '最後の発生', en: 'Last fired' },
  never: { ja: 'なし', en: 'Never' },
  on: { ja: '監視', en: 'On' },
  watch: { ja: (name: string) => `「${name}」の監視`, en: (name: string) => `Watch ${name}` },
  notSwitched: { ja: '監視を切り替えられませんでした', en: 'The rule could not be switched' },
  normal: { ja: '正常', en: 'Normal' },
  pending: { ja: (time: string) => `確認中 ${time}`, en: (time: string) => `Checking, ${time}` },
  firing: { ja: '発生中', en: 'Firing' },
  critical: { ja: '発生中（重大）', en: 'Firing (critical)' },
  quiet: { ja: (time: string) => `発生中・${time}までメールを保留`, en: (time: string) => `Firing, mail waits until ${time}` },
  recovering: { ja: '回復を確認中', en: 'Recovering' },
  off: { ja: '停止', en: 'Off' },
  waiting: { ja: '最初の判定待ち', en: 'Not judged yet' },
  late: { ja: (time: string) => `${time}から判定なし`, en: (time: string) => `Not judged since ${time}` },
  neverJudged: { ja: 'まだ判定されていません', en: 'Not judged yet' },
  ofView: { ja: (name: string) => `ビュー「${name}」`, en: (name: string) => `View ${name}` },
  ofFigure: { ja: (name: string) => `概要の数値「${name}」`, en: (name: string) => `Figure ${name}` },
  ofCopy: {
    ja: (name: string) => `ビュー「${name}」の共有終了時の条件`,
    en: (name: string) => `View ${name}, as it was while shared`,
  },
  ofFilters: { ja: '条件に合うSIM', en: 'SIMs of filters' },
  everyone: { ja: '全員', en: 'Everyone' },
  nobody: { ja: '知らせる相手がいません', en: 'Nobody is told' },
  andMore: { ja: (name: string, n: string) => `${name}、ほか${n}件`, en: (name: string, n: string) => `${name} and ${n} more` },
  began: { ja: '発生', en: 'Began' },
  lasted: { ja: '長さ', en: 'Lasted' },
  ended: { ja: '終了', en: 'End' },
  stillFiring: { ja: '継続中', en: 'Still firing' },
  peak: { ja: '最大', en: 'Peak' },
  told: { ja: '知らせた相手', en: 'Told' },
  toldPeople: { ja: (names: string, n: string) => `${names}、ほか${n}名`, en: (names: string, n: string) => `${names} and ${n} more` },
  noFirings: { ja: '発生の記録はありません', en: 'No firings' },
  noFiringsWords: { ja: 'ルールが発生すると、ここに新しい順に並びます。', en: 'Firings of the rules appear here, the newest first.' },
  deletedRule: { ja: '削除されたルール', en: 'Deleted rule' },
})

export const figureText = defineText({
  onlinePercent: { ja: 'オンの割合', en: 'Share online' },
  lateSims: { ja: '遅れているSIM', en: 'Late SIMs' },
  silentSims: { ja: '応答のないSIM', en: 'Silent SIMs' },
  imeiChanged: { ja: 'IMEIが変わったSIM（24時間）', en: 'SIMs in another device (24 h)' },
  simsWithoutKeys: { ja: '鍵が未登録のSIM', en: 'SIMs without keys' },
  failedAppletOtas: { ja: 'アプレットのOTAが失敗したSIM', en: 'Applet OTA failed' },
  failedPollerOtas: { ja: 'ポーラーのOTAが失敗したSIM', en: 'Poller OTA failed' },
  pollsPerMinute: { ja: 'ポーリング（毎分）', en: 'Polls a minute' },
  delayP95Ms: { ja: '応答の遅れ p95', en: 'Answer delay p95' },
} satisfies Record<AlertFigure, unknown>)

export const problemText = defineText({
  viewDeleted: { ja: 'ビューが削除されました', en: 'Its view was deleted' },
  groupDeleted: { ja: 'グループが削除されました', en: 'A group was deleted' },
  filterInvalid: { ja: '条件を読み取れません', en: 'Its filters cannot be read' },
  listNotKept: { ja: '貼り付けた一覧は監視できません', en: 'A pasted list cannot be watched' },
} satisfies Record<AlertProblem, unknown>)

export const firingEndText = defineText({
  recovered: { ja: '回復', en: 'Recovered' },
  off: { ja: '監視を停止', en: 'Switched off' },
  changed: { ja: '条件を変更', en: 'Condition changed' },
  deleted: { ja: 'ルールを削除', en: 'Rule deleted' },
  lost: { ja: '判定できなくなった', en: 'Could not be judged' },
} satisfies Record<NonNullable<AlertFiring['endedBy']>, unknown>)
