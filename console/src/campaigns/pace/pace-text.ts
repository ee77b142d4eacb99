import { defineText } from '../../ui/words/text.ts'

export const paceText = defineText({
  quarantinedTitle: {
    ja: (n: string) => `${n}台のSIMを隔離しました`,
    en: (n: string) => (n === '1' ? '1 SIM is set aside' : `${n} SIMs are set aside`),
  },
  quarantinedWords: {
    ja: '再試行をすべて失敗したため、戻すまで以後の配信の対象になりません。',
    en: 'All their retries failed. No campaign includes them until you take them back.',
  },
  quarantinedList: { ja: '隔離中のSIMの一覧', en: 'List of these SIMs' },
  takeBackMany: {
    ja: (n: string) => `${n}台を戻して続ける`,
    en: (n: string) => (n === '1' ? 'Take it back and continue' : `Take ${n} back and continue`),
  },
  takenBack: {
    ja: (n: string) => `${n}台を隔離から戻しました`,
    en: (n: string) => (n === '1' ? '1 SIM is taken back' : `${n} SIMs are taken back`),
  },
  takeBackFailed: { ja: '隔離から戻せませんでした', en: 'Could not take the SIMs back' },
  simQuarantined: { ja: 'このSIMは隔離中です', en: 'This SIM is set aside' },
  simQuarantinedWords: {
    ja: (campaign: string, code: string) =>
      `配信 ${campaign} で再試行をすべて失敗しました（${code}）。戻すまで、以後の配信の対象になりません。`,
    en: (campaign: string, code: string) =>
      `All its retries in campaign ${campaign} failed (${code}). No campaign includes it until you take it back.`,
  },
  takeBack: { ja: '隔離から戻す', en: 'Take it back' },
  attempt: {
    ja: (next: number, all: number, last: string) => `${all}回の試行のうち${next}回目を待っています（前回の結果：${last}）。次の試行は`,
    en: (next: number, all: number, last: string) => `Waiting for attempt ${next} of ${all} (last result: ${last}). It begins after `,
  },
  unanswered: {
    ja: (times: number) =>
      `SIMのポーリングは届いていますが、応答が${times}回続けてSIMに届いていません。下りの通信を確認してください。次の試行は`,
    en: (times: number) =>
      `The SIM polls, but the last ${times} answers did not reach it. Check its downlink. The next attempt begins after `,
  },
  attemptEnd: { ja: '以降のポーリングで始まります。', en: ', at the next poll.' },
  retryNow: { ja: '待たずに再試行', en: 'Try again now' },
  retryFailed: { ja: '待ち時間を終えられませんでした', en: 'Could not end the wait' },
  options: { ja: '同時実行・再試行・通信量', en: 'Concurrency, retries and octets' },
  maxAtOnce: { ja: '同時に実行する台数', en: 'SIMs at once' },
  maxPerCell: { ja: '1セルの同時実行台数', en: 'SIMs at once per cell' },
  retries: { ja: '再試行の回数', en: 'Retries' },
  octetsPerSim: { ja: '1台の通信量の上限（バイト）', en: 'Octets per SIM' },
  octetsInAll: { ja: '全体の通信量の上限（バイト）', en: 'Octets in all' },
  perSimLimit: { ja: '1台の通信量の上限', en: 'Octets per SIM, at most' },
  inAllLimit: { ja: '全体の通信量の上限', en: 'Octets in all, at most' },
  budgetBelowSim: { ja: '1台の通信量の上限以上にしてください', en: 'At least the octets per SIM' },
  simsInBudget: {
    ja: (sims: string, all: string) => `約${sims}台分（全${all}台）`,
    en: (sims: string, all: string) => `enough for about ${sims} of ${all} ${all === '1' ? 'SIM' : 'SIMs'}`,
  },
  octetsUsed: { ja: '使用した通信量', en: 'Octets used' },
  usedOf: {
    ja: (used: string, budget: string, share: string) => `${used} / ${budget}（${share}）`,
    en: (used: string, budget: string, share: string) => `${used} of ${budget} (${share})`,
  },
  spent: { ja: '全体の通信量の上限に達したため、自動で一時停止しました（', en: 'Paused by itself: its budget of octets is used up (' },
  spentWords: {
    ja: (used: string, budget: string) => `）。上限${budget}に対し、${used}を使いました。`,
    en: (used: string, budget: string) => `). It has used ${used}; the budget is ${budget}. `,
  },
  spentResume: {
    ja: '送信中だった分は上限を超えることがあります。上限を増やすと再開できます。',
    en: 'What was under way may exceed it. A larger budget resumes the campaign.',
  },
  newBudget: { ja: '新しい上限（バイト）', en: 'New budget (octets)' },
  aboveUsed: {
    ja: (used: string) => `使用した${used}バイトより大きい整数で入力してください`,
    en: (used: string) => `A whole number above ${used}`,
  },
  resumeWith: { ja: '上限を増やして再開', en: 'Resume with this budget' },
  resumeFailed: { ja: '再開できませんでした', en: 'Could not resume' },
  unlimited: { ja: '制限なし', en: 'no limit' },
  wrongLimit: { ja: (range: string) => `${range}の整数で入力してください`, en: (range: string) => `A whole number, ${range}` },
  optionsWords: {
    ja: '同時実行の上限に達すると、残りのSIMは30秒以上ずらして待ちます。電波や電源による失敗だけを再試行し、すべて失敗したSIMは隔離します。1台の上限を超えるSIMは対象から外れ、全体の上限に達すると自動で一時停止します',
    en: 'Above the SIMs at once, others wait for 30 seconds or more. Only passing failures are tried again; a SIM that fails each time is set aside. SIMs above the octets per SIM are left out; the campaign pauses by itself at its octets in all',
  },
  concurrency: { ja: '同時実行', en: 'At once' },
  inAll: { ja: (n: string) => `全体で${n}台`, en: (n: string) => `${n} in all` },
  perCell: { ja: (n: string) => `1セルに${n}台`, en: (n: string) => `${n} per cell` },
  times: { ja: (n: number) => `${n}回`, en: (n: number) => String(n) },
  change: { ja: '変更', en: 'Change' },
  changeTitle: { ja: '同時実行・再試行・通信量の変更', en: 'Change concurrency, retries and octets' },
  changeWords: { ja: '次のポーリングから適用します。', en: 'They apply from the next polls on.' },
  changeAct: { ja: '変更する', en: 'Change' },
  changeFailed: { ja: '変更できませんでした', en: 'Could not change the limits' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
})
