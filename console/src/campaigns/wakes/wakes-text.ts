import type { WakeSkip } from '@simdeck/contract/campaign-wakes.ts'
import { defineText } from '../../ui/words/text.ts'

const skips: Record<WakeSkip, { ja: string; en: string }> = {
  noKeys: { ja: 'SCP80の鍵がない', en: 'No SCP80 keys' },
  noNumber: { ja: '電話番号がない', en: 'No number' },
  noGateway: { ja: 'SMSの接続先が未設定', en: 'No SMS gateway was set' },
  gatewayPaused: { ja: 'SIMへの送信が一時停止中', en: 'The sending to SIMs was paused' },
  otherWake: { ja: '別のSMSを送信中', en: 'Another message was on its way' },
  begun: { ja: '起動の前に開始', en: 'The SIM had begun before' },
  ended: { ja: '送信の前に配信が終了', en: 'The campaign ended before' },
}

export const wakesText = defineText({
  title: { ja: 'SMSによる起動', en: 'Waking by SMS' },
  option: { ja: 'SMSで起動する', en: 'Wake SIMs by SMS' },
  optionWords: {
    ja: '配信を始めるSIMにSMSを1通送り、すぐに接続させます。SIMごとにSCP80の鍵と電話番号が必要です。ない場合は、いつものポーリングを待ちます',
    en: 'Each SIM gets one SMS when it may start, and connects at once. This needs SCP80 keys and a number; SIMs without them wait for their usual poll',
  },
  counting: { ja: '起動できるSIMを数えています…', en: 'Counting the SIMs that can be woken…' },
  wakeable: {
    ja: (sims: string, all: string) => `${all}台のうち${sims}台を起動できます`,
    en: (sims: string, all: string) => `${sims} of ${all} SIMs can be woken`,
  },
  noKeys: { ja: (n: string) => `SCP80の鍵がないSIM ${n}台`, en: (n: string) => `${n} without SCP80 keys` },
  noNumber: { ja: (n: string) => `電話番号がないSIM ${n}台`, en: (n: string) => `${n} without a number` },
  none: {
    ja: 'SMSの接続先が設定されていません。このまま始めると、どのSIMも起動しません',
    en: 'No SMS gateway is set. As it is, no SIM is woken',
  },
  paused: {
    ja: 'SIMへのSMSの送信は一時停止中です。このまま始めると、どのSIMも起動しません',
    en: 'The sending of messages to SIMs is paused. As it is, no SIM is woken',
  },
  planned: { ja: '始まったSIMにSMSを1通', en: 'one message when a SIM may start' },
  sent: { ja: '送信済み', en: 'Sent' },
  delivered: { ja: '配信済み', en: 'Delivered' },
  waiting: { ja: '送信待ち', en: 'Waiting' },
  failed: { ja: '失敗', en: 'Failed' },
  skipped: { ja: '送信なし', en: 'Not sent' },
  sims: { ja: (n: string) => `${n}台`, en: (n: string) => n },
  reason: { ja: (words: string, n: string) => `${words} ${n}台`, en: (words: string, n: string) => `${words}: ${n}` },
  skips: { ja: (reason: WakeSkip) => skips[reason].ja, en: (reason: WakeSkip) => skips[reason].en },
})
