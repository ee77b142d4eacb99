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
  retryNow: { ja: '待たずに再試行', en: 'Do not wait' },
  retryFailed: { ja: '待ち時間を終えられませんでした', en: 'Could not end the wait' },
})
