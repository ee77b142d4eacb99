import { CallError } from '@simdeck/contract/client.ts'
import { defineText } from '../ui/words/text.ts'

/** True if the server answered. Without an answer the campaign may have started. */
export function isAnswered(error: Error): boolean {
  return error instanceof CallError && error.body !== null
}

export const lostAnswerText = defineText({
  unknown: { ja: '配信を開始できたか確認できませんでした', en: 'Whether the campaign started is not known' },
  partial: {
    ja: 'サーバーからの応答がないまま通信が終わりました。配信の設定が途中まで行われた可能性があります。もう一度開始する前に、配信一覧で実際の状態を確認してください。',
    en: 'The call ended without an answer, so the setup may be partial. Look at the list of campaigns before you start again.',
  },
  toCampaigns: { ja: '配信一覧', en: 'Campaigns' },
})
