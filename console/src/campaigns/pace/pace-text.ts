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
  attemptEnd: { ja: '以降のポーリングで始まります。', en: ', at the next poll.' },
  retryNow: { ja: '待たずに再試行', en: 'Try again now' },
  retryFailed: { ja: '待ち時間を終えられませんでした', en: 'Could not end the wait' },
  options: { ja: '同時実行・再試行・通信量', en: 'Concurrency, retries and octets' },
  maxAtOnce: { ja: '同時に実行する台数', en: 'SIMs at once' },
  maxPerCell: { ja: '1セルの同時実行台数', en: 'SIMs at once per cell' },
  retries: { ja: '再試行の回数', en: 'Retries' },
  octetsPerSim: { ja: '1台の通信量の上限（バイト）', en: 'Octets per SIM' },
  unlimited: { ja: '制限なし', en: 'no limit' },
  wrongLimit: { ja: (range: string) => `${range}の整数で入力してください`, en: (range: string) => `A whole number, ${range}` },
  optionsWords: {
    ja: '上限に達すると、残りのSIMは30秒以上ずらして待ちます。電波や電源による失敗だけを再試行し、すべて失敗したSIMは隔離します',
    en: 'Above a limit, SIMs wait for 30 seconds or more. Only passing failures are tried again; a SIM that fails each time is set aside',
  },
  concurrency: { ja: '同時実行', en: 'At once' },
  inAll: { ja: (n: string) => `全体で${n}台`, en: (n: string) => `${n} in all` },
  perCell: { ja: (n: string) => `1セルに${n}台`, en: (n: string) => `${n} per cell` },
  times: { ja: (n: number) => `${n}回`, en: (n: number) => String(n) },
  change: { ja: '変更', en: 'Change' },
  changeTitle: { ja: '同時実行と再試行の変更', en: 'Change concurrency and retries' },
  changeWords: { ja: '次のポーリングから適用します。', en: 'They apply from the next polls on.' },
  changeAct: { ja: '変更する', en: 'Change' },
  changeFailed: { ja: '変更できませんでした', en: 'Could not change the limits' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
})
