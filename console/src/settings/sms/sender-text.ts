import { defineText } from '../../ui/words/text.ts'

export const senderText = defineText({
  title: { ja: '送信の状況', en: 'Sending' },
  session: { ja: '接続した日時', en: 'Connected since' },
  unbound: { ja: '接続していません', en: 'Not connected' },
  isPaused: { ja: '一時停止中', en: 'Paused' },
  queued: { ja: '送信待ち', en: 'Queued' },
  sent: { ja: '応答待ち', en: 'Without an answer yet' },
  unknown: { ja: '応答不明（再送します）', en: 'No answer, to be sent again' },
  accepted: { ja: '接続先が受付（配信結果待ち）', en: 'Taken by the gateway, no receipt yet' },
  unconfirmed: { ja: '配信結果が不明のまま終了（1時間以内）', en: 'Ended without a receipt within the hour' },
  delivered: { ja: '配信済み（1時間以内）', en: 'Delivered within the hour' },
  failed: { ja: '失敗（1時間以内）', en: 'Failed within the hour' },
  messages: { ja: (count: string) => `${count}件`, en: (count: string) => count },
  throttled: { ja: '最後に送信数を制限された日時', en: 'Last throttled by the gateway' },
  lastError: { ja: '最後の接続エラー', en: 'Last failure of the connection' },
})
