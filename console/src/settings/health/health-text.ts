import { defineText } from '../../ui/words/text.ts'

export const healthText = defineText({
  title: { ja: '稼働状況', en: 'Health' },
  words: {
    ja: 'システムが定期的に行う処理と、順番を待つ処理（メール、インポート、一括処理）の状況です。この画面は5秒ごとに更新されます。',
    en: 'The recurring work of the system, and the work that waits its turn: mails, imports and bulk changes. This page refreshes every five seconds.',
  },
  job: { ja: '処理', en: 'Job' },
  outcome: { ja: '結果', en: 'Result' },
  succeeded: { ja: '成功', en: 'Succeeded' },
  failed: { ja: '失敗', en: 'Failed' },
  failedBy: { ja: (error: string) => `失敗（${error}）`, en: (error: string) => `Failed (${error})` },
  late: { ja: '遅延', en: 'Late' },
  lateWords: { ja: '次回の予定を1分以上過ぎています', en: 'It has been due for more than a minute' },
  startedAt: { ja: '最終実行', en: 'Last run' },
  duration: { ja: '所要時間', en: 'Duration' },
  nextAt: { ja: '次回', en: 'Next run' },
  failures: { ja: '連続失敗', en: 'Failures in a row' },
  stored: { ja: '処理の件数', en: 'Stored work' },
  running: { ja: (n: string) => `実行中${n}件`, en: (n: string) => `${n} running` },
  waiting: { ja: (n: string) => `待ち${n}件`, en: (n: string) => `${n} waiting` },
  retrying: { ja: (n: string) => `再試行${n}件`, en: (n: string) => `${n} retrying` },
  dead: { ja: (n: string) => `失敗${n}件`, en: (n: string) => `${n} failed for good` },
  node: { ja: 'ノード', en: 'Node' },
  ms: { ja: (n: string) => `${n}ミリ秒`, en: (n: string) => `${n} ms` },
  seconds: { ja: (n: string) => `${n}秒`, en: (n: string) => `${n} s` },
  none: { ja: '処理の記録はまだありません', en: 'No job has run yet' },
})
