import { defineText } from '../ui/words/text.ts'

/** Texts of all log screens. */
export const logText = defineText({
  logs: { ja: 'ログ', en: 'Logs' },
  system: { ja: 'システムログ', en: 'System log' },
  security: { ja: 'セキュリティログ', en: 'Security log' },
  rawApi: { ja: '生APIログ', en: 'Raw API log' },
  rawProxy: { ja: '生プロキシログ', en: 'Raw proxy log' },
  rawOtaApi: { ja: '生OTA APIログ', en: 'Raw OTA API log' },
  rawOtaService: { ja: '生OTAサービスログ', en: 'Raw OTA service log' },
  systemWords: { ja: '誰が、何を、どう変えたか。変更前と変更後の値', en: 'Who changed what: values before and after' },
  securityWords: {
    ja: 'ログイン、ロック、初期化、拒否された閲覧、失効、アクセス制限',
    en: 'Sign-ins, locks, resets, refused reads, revocations, who may come in',
  },
  rawApiWords: {
    ja: '呼び出し元、経路、応答、時間、サイズ。本文は期限つきの設定がある間だけ',
    en: 'Caller, route, answer, time, size; bodies only while a dated setting says so',
  },
  rawProxyWords: {
    ja: 'メールサーバーなど外部への呼び出し。秘密は除いて記録',
    en: 'Calls to mail servers and other systems, secrets removed',
  },
  rawOtaServiceWords: { ja: 'サーバーとカードの間のメッセージ。ポーリングを含む', en: 'Messages between server and card, polls included' },
  kept: { ja: (days: string) => `${days}日保存`, en: (days: string) => `kept ${days} days` },
  keptAlways: { ja: '期限なしで保存', en: 'kept without limit' },
  time: { ja: '日時', en: 'Time' },
  csv: { ja: 'CSV', en: 'CSV' },
  notDownloaded: { ja: 'ダウンロードできませんでした', en: 'Not downloaded' },
  capped: {
    ja: (cap: string) => `表示とダウンロードは先頭の${cap}件までです。条件を絞ってください。`,
    en: (cap: string) => `Only the first ${cap} are shown and downloaded. Narrow the filter.`,
  },
  rows: { ja: (n: string) => `${n}件`, en: (n: string) => n },
  rowsOrMore: { ja: (n: string) => `${n}件以上`, en: (n: string) => `${n} or more` },
  none: { ja: '記録はありません', en: 'No records' },
  noneWords: { ja: '記録されると、ここに新しい順に並びます。', en: 'Records appear here, the newest first.' },
  noMatchSoFar: { ja: '探した範囲に一致する記録はありません', en: 'No match among the records searched' },
  noMatch: { ja: '条件に一致する記録はありません', en: 'No record matches' },
  clear: { ja: '条件を解除', en: 'Clear filters' },
  details: { ja: '記録の詳細', en: 'Record' },
  record: { ja: (n: string) => `記録 ${n}`, en: (n: string) => `Record ${n}` },
  openRecord: { ja: (name: string) => `${name}の記録を開く`, en: (name: string) => `Open the record: ${name}` },
  inList: { ja: (n: string) => `この表示の${n}件目`, en: (n: string) => `no. ${n} on this page` },
  before: { ja: '前の記録', en: 'Previous record' },
  after: { ja: '次の記録', en: 'Next record' },
  close: { ja: '閉じる', en: 'Close' },
  success: { ja: '成功', en: 'Success' },
  failure: { ja: (status: string) => `失敗 ${status}`.trim(), en: (status: string) => `Failed ${status}`.trim() },
  leftOut: { ja: (n: string) => `負荷が高いため${n}件を省略しました`, en: (n: string) => `${n} left out under high load` },
  refused: { ja: (status: string) => `拒否 ${status}`.trim(), en: (status: string) => `Refused ${status}`.trim() },
})

/** Texts of the display that follows a log. */
export const tailText = defineText({
  start: { ja: 'ライブ表示', en: 'Live tail' },
  running: { ja: 'ライブ表示中', en: 'Live tail' },
  since: {
    ja: (clock: string, n: string) => `${clock}から${n}件`,
    en: (clock: string, n: string) => `${n} since ${clock}`,
  },
  leftOut: {
    ja: (n: string) => `速すぎるため${n}件を省略しました`,
    en: (n: string) => `${n} left out, too fast to show`,
  },
  paused: { ja: (clock: string) => `${clock}で一時停止`, en: (clock: string) => `Paused at ${clock}` },
  showNew: { ja: (n: string) => `新しい記録${n}件を表示`, en: (n: string) => `Show ${n} new` },
  nothingNew: { ja: '新しい記録はありません', en: 'Nothing new' },
  pause: { ja: '一時停止', en: 'Pause' },
  resume: { ja: '再開', en: 'Resume' },
  leave: { ja: '終了', en: 'Leave' },
  stopped: { ja: '新しい記録を読み込めません', en: 'New records cannot be loaded' },
})
