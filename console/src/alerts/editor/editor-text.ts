import type { AlertUnit } from '@simdeck/contract/alert-figures.ts'
import type { AlertComparison, AlertSeverity } from '@simdeck/contract/alerts.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { defineText } from '../../ui/words/text.ts'

export const editorText = defineText({
  newRule: { ja: '新しいルール', en: 'New rule' },
  name: { ja: '名前', en: 'Name' },
  nameLength: { ja: '1–64文字', en: '1 to 64 characters' },
  nameMissing: { ja: '名前を入力してください', en: 'Enter a name' },
  nameLong: { ja: '64文字以内で入力してください', en: 'At most 64 characters' },
  watches: { ja: '何を見るか', en: 'What to watch' },
  view: { ja: '保存したビューの台数', en: 'SIMs of a saved view' },
  ofFigures: { ja: '概要の数値', en: 'Figures of the overview' },
  presentFigure: { ja: (n: string) => `今の値：${n}`, en: (n: string) => `Now: ${n}` },
  chooseView: { ja: 'ビューまたは数値を選択', en: 'Choose a view or a figure' },
  viewMissing: { ja: 'ビューまたは数値を選択してください', en: 'Choose a view or a figure' },
  viewOf: { ja: (name: string, by: string) => `${name}（${by}）`, en: (name: string, by: string) => `${name} (${by})` },
  presentFilters: { ja: '今の条件のまま', en: 'The present filters' },
  noViews: {
    ja: '保存したビューはまだありません。SIMの一覧で条件を決めて保存すると、ここで選べます。',
    en: 'There is no saved view yet. Views that are saved in the list of SIMs can be chosen here.',
  },
  toList: { ja: 'SIMの一覧を開く', en: 'Open the list of SIMs' },
  keepsCopy: {
    ja: 'このビューは共有が終了したため、終了時の条件で監視を続けています。',
    en: 'This view is not shared any more. The rule goes on with the filters that it had until then.',
  },
  openNow: { ja: (n: string) => `今の${n}台を一覧で見る`, en: (n: string) => `Show the ${n} SIMs of now` },
  asOf: { ja: (time: string) => `（${time}時点）`, en: (time: string) => ` (as of ${time})` },
  notCounted: { ja: '台数を取得できませんでした', en: 'The SIMs could not be counted' },
  when: { ja: 'いつ知らせるか', en: 'When to tell' },
  comparison: { ja: '比べ方', en: 'Comparison' },
  threshold: { ja: (unit: string) => `しきい値（${unit}）`, en: (unit: string) => `Threshold (${unit})` },
  hold: { ja: '続く時間（分）', en: 'For (min)' },
  recoversAt: { ja: (unit: string) => `回復の値（${unit}）`, en: (unit: string) => `Recovers at (${unit})` },
  recoverAfter: { ja: '回復までの時間（分）', en: 'Recovers after (min)' },
  recoversNote: {
    ja: '空欄なら、条件に当てはまらなくなったときに回復とします。',
    en: 'If empty, it recovers when the condition does not hold.',
  },
  numberWrong: { ja: (n: string) => `0から${n}までの整数で入力してください`, en: (n: string) => `A whole number from 0 to ${n}` },
  hoursWrong: { ja: '1から168までの整数で入力してください', en: 'A whole number from 1 to 168' },
  recoversWrong: {
    ja: '発生の条件に当てはまらない値にしてください',
    en: 'It must be a value for which the condition does not hold',
  },
  repeat: { ja: '解決しない間は、くり返し知らせる', en: 'Tell again while it fires' },
  repeatHours: { ja: '間隔（時間）', en: 'Every (h)' },
  severity: { ja: '重要度', en: 'Severity' },
  who: { ja: '誰に知らせるか', en: 'Whom to tell' },
  party: { ja: '相手', en: 'Member or role' },
  bellFor: { ja: (name: string) => `${name}：ベル`, en: (name: string) => `${name}: bell` },
  mailFor: { ja: (name: string) => `${name}：メール`, en: (name: string) => `${name}: mail` },
  remove: { ja: (name: string) => `${name}を外す`, en: (name: string) => `Remove ${name}` },
  addParty: { ja: 'メンバーを追加', en: 'Add a member or role' },
  ofRole: {
    ja: (role: string, n: string) => `権限「${role}」の全員（${n}名）`,
    en: (role: string, n: string) => `All with the role ${role} (${n})`,
  },
  all: { ja: (n: string) => `全員（${n}名）`, en: (n: string) => `Everyone (${n})` },
  nobodyNote: { ja: '相手がいないと、誰にも知らせません。', en: 'Without recipients, nobody is told.' },
  noWay: { ja: 'ベルかメールを選んでください', en: 'Choose bell or mail' },
  quiet: { ja: '静かな時間はメールを送らず、終わってからまとめて送る', en: 'Hold mails in quiet hours, and send them together afterwards' },
  from: { ja: '開始', en: 'From' },
  to: { ja: '終了', en: 'To' },
  zone: { ja: (zone: string) => `タイムゾーン：${zone}`, en: (zone: string) => `Time zone: ${zone}` },
  criticalNote: { ja: '重大のアラートは静かな時間にも送ります。', en: 'Mails of critical alerts are sent in quiet hours, too.' },
  sameTime: { ja: '開始と終了には異なる時刻を指定してください', en: 'The times must differ' },
  past: { ja: 'この条件なら', en: 'With this condition' },
  pastDays: { ja: '過去7日', en: 'last 7 days' },
  pastNone: { ja: '発生はありませんでした。', en: 'It would not have fired.' },
  pastCount: {
    ja: (n: string, longest: string) => `${n}回発生し、最長は${longest}でした。`,
    en: (n: string, longest: string) => `It would have fired ${n} times, ${longest} at most.`,
  },
  pastStill: { ja: '今も発生しています。', en: ' It would fire now.' },
  noPast: { ja: '値の記録は、保存したときに始まります。', en: 'The record of values begins when the rule is saved.' },
  preview: { ja: '届くもの', en: 'What arrives' },
  previewTitle: {
    ja: (severity: string, name: string) => `【${severity}】${name}`,
    en: (severity: string, name: string) => `${severity}: ${name}`,
  },
  previewBody: {
    ja: (amount: string, condition: string) => `今は${amount}（${condition}）`,
    en: (amount: string, condition: string) => `now ${amount} (${condition})`,
  },
  values: { ja: '値', en: 'Value' },
  thresholdOf: { ja: (n: string) => `しきい値 ${n}`, en: (n: string) => `Threshold ${n}` },
  peakOf: { ja: (length: string, n: string) => `${length}・最大 ${n}`, en: (length: string, n: string) => `${length} · peak ${n}` },
  discard: { ja: '変更を破棄', en: 'Discard' },
  save: { ja: '保存して監視を始める', en: 'Save and watch' },
  saved: { ja: (name: string) => `ルール「${name}」を保存しました`, en: (name: string) => `The rule ${name} was saved` },
  notSaved: { ja: 'ルールを保存できませんでした', en: 'The rule could not be saved' },
  firesAtOnce: {
    ja: (n: string) => `今は${n}のため、保存するとすぐに発生します。`,
    en: (n: string) => `With ${n} now, it fires as soon as it is saved.`,
  },
  firesAfter: {
    ja: (n: string, time: string) => `今は${n}のため、このままなら${time}後に発生します。`,
    en: (n: string, time: string) => `With ${n} now, it fires in ${time} if nothing changes.`,
  },
  doesNotFire: { ja: (n: string) => `今は${n}です。`, en: (n: string) => `Now: ${n}.` },
  delete: { ja: 'ルールを削除', en: 'Delete the rule' },
  deleteWords: {
    ja: (name: string) => `「${name}」を削除します。発生の履歴は残ります。`,
    en: (name: string) => `${name} is deleted. Its history stays.`,
  },
  deleted: { ja: (name: string) => `ルール「${name}」を削除しました`, en: (name: string) => `The rule ${name} was deleted` },
  notDeleted: { ja: 'ルールを削除できませんでした', en: 'The rule could not be deleted' },
  readOnly: { ja: '変更できるのは、SIMを変更できるメンバーです。', en: 'Members who may change SIMs can change it.' },
  notFound: { ja: 'ルールが見つかりません', en: 'No such rule' },
})

export const comparisonText = defineText({
  over: { ja: 'より多い', en: 'More than' },
  atLeast: { ja: '以上', en: 'At least' },
  under: { ja: 'より少ない', en: 'Fewer than' },
  atMost: { ja: '以下', en: 'At most' },
} satisfies Record<AlertComparison, unknown>)

/** Units of thresholds. */
export const unitText = defineText({
  sims: { ja: '台', en: 'SIMs' },
  percent: { ja: '%', en: '%' },
  polls: { ja: '件/分', en: 'a minute' },
  ms: { ja: 'ミリ秒', en: 'ms' },
} satisfies Record<AlertUnit, unknown>)

export const severityText = defineText({
  warning: { ja: '注意', en: 'Warning' },
  critical: { ja: '重大', en: 'Critical' },
} satisfies Record<AlertSeverity, unknown>)

/** Names of the roles. They stand here so that the script of the alerts needs no other texts. */
export const roleText = defineText({
  [roleIds.ROOT]: { ja: '最上位管理者', en: 'Root' },
  [roleIds.ADMIN]: { ja: '管理者', en: 'Admin' },
  [roleIds.MEMBER]: { ja: 'メンバー', en: 'Member' },
})
