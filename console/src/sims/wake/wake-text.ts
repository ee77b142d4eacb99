import type { SmsAlgorithm, SmsMessageState } from '@simdeck/contract/sim-sms.ts'
import { defineText } from '../../ui/words/text.ts'

const states: Record<SmsMessageState, { ja: string; en: string }> = {
  queued: { ja: '送信待ち', en: 'Queued' },
  sent: { ja: '送信済み（応答待ち）', en: 'Sent, no answer yet' },
  unknown: { ja: '応答不明（再送します）', en: 'No answer, is sent again' },
  accepted: { ja: '接続先が受付', en: 'Taken by the gateway' },
  delivered: { ja: '配信済み', en: 'Delivered' },
  failed: { ja: '失敗', en: 'Failed' },
}

export const wakeText = defineText({
  title: { ja: 'SCP80（SMSによる管理）', en: 'SCP80 (administration by SMS)' },
  wake: { ja: '今すぐ起動', en: 'Wake now' },
  keys: { ja: 'SCP80の鍵', en: 'SCP80 keys' },
  keySet: {
    ja: (number: number, counter: number) => `鍵セット${number}、カウンター${counter}`,
    en: (number: number, counter: number) => `Key set ${number}, counter ${counter}`,
  },
  noKeySet: { ja: '鍵は未登録', en: 'No keys' },
  none: {
    ja: 'まだ起動していません。起動すると、SIMはSMSを受け取ってすぐにポーリングします。',
    en: 'Not woken yet. A SIM that is woken polls as soon as the SMS arrives.',
  },
  noneOfAgent: {
    ja: 'まだ起動していません。起動すると、SCP81の管理エージェントがSMSを受け取ってすぐに接続します。',
    en: 'Not woken yet. The SCP81 admin agent connects as soon as the SMS arrives.',
  },
  messages: { ja: 'このSIMへのSMS', en: 'Messages to the SIM' },
  states: { ja: (state: SmsMessageState) => states[state].ja, en: (state: SmsMessageState) => states[state].en },
  attempts: { ja: (count: number) => `${count}回送信`, en: (count: number) => `sent ${count} times` },
  counter: { ja: (counter: number) => `カウンター${counter}`, en: (counter: number) => `counter ${counter}` },
  proof: { ja: 'カードの受信証明：', en: 'Proof of receipt: ' },
  unproven: { ja: 'カードの応答（署名なし）：', en: 'Answer of the card, unproven: ' },
  polled: { ja: 'ポーリング ', en: 'polled ' },
  connected: { ja: '接続 ', en: 'connected ' },
  mayNot: { ja: 'この操作を行う権限がありません', en: 'Your role does not allow this' },
  noKeys: { ja: '先にSCP80の鍵を登録してください', en: 'Register the SCP80 keys first' },
  noNumber: { ja: '先に電話番号を登録してください', en: 'Register the number of the SIM first' },
  noGateway: { ja: 'SMSの接続先が設定されていません', en: 'No SMS gateway is set' },
  paused: { ja: 'SIMへのSMSの送信は一時停止中です', en: 'The sending of messages to SIMs is paused' },
  waits: { ja: '前のSMSの応答を待っています', en: 'The last message has no answer yet' },
  notWoken: { ja: 'SIMを起動できませんでした', en: 'The SIM could not be woken' },

  keysTitle: { ja: 'SCP80の鍵', en: 'SCP80 keys' },
  number: { ja: '鍵セットの番号', en: 'Number of the key set' },
  keySetWrong: { ja: '1から15までの整数を入力してください', en: 'Enter a whole number from 1 to 15' },
  algorithm: { ja: 'アルゴリズム', en: 'Algorithm' },
  kicWords: { ja: '暗号化の鍵', en: 'The key that encrypts' },
  kidWords: { ja: '検査値の鍵', en: 'The key of the checksum' },
  keyWrong: {
    ja: (algorithm: SmsAlgorithm) => (algorithm === 'aes' ? '16、24、32バイトの16進数です' : '16、24バイトの16進数です'),
    en: (algorithm: SmsAlgorithm) => (algorithm === 'aes' ? '16, 24 or 32 bytes, in hex' : '16 or 24 bytes, in hex'),
  },
  tarWords: {
    ja: 'ポーラーのTARです。スロットAは534D01、スロットBは534D02です。管理エージェントのTARは、SCP81の鍵と一緒に設定します。',
    en: 'That of the poller: 534D01 in slot A, 534D02 in slot B. The TAR of an admin agent belongs to the SCP81 key.',
  },
  tarWrong: { ja: '3バイトの16進数です', en: '3 bytes, in hex' },
  counterLabel: { ja: '使用済みのカウンター', en: 'Counter already used' },
  counterWords: {
    ja: 'ほかのシステムがこの鍵セットを使っていた場合だけ入力します。カウンターが戻ることはありません。',
    en: 'Only if another system has used this key set. The counter never goes back.',
  },
  counterWrong: { ja: '0以上の整数を入力してください', en: 'Enter a whole number, 0 or more' },
  saveKeys: { ja: '鍵を保存', en: 'Save the keys' },
  keysSaved: { ja: 'SCP80の鍵を保存しました', en: 'The SCP80 keys were saved' },
  keysNotSaved: { ja: 'SCP80の鍵を保存できませんでした', en: 'The SCP80 keys could not be saved' },
  removeTitle: { ja: 'SCP80の鍵を削除しますか', en: 'Remove the SCP80 keys?' },
  removeWords: {
    ja: 'このSIMはSMSで起動できなくなります。鍵は表示できないため、戻すには鍵をもう一度入力します。',
    en: 'The SIM can no longer be woken by SMS. Its keys are never shown, so they must be entered again to undo this.',
  },
  removeKeys: { ja: '鍵を削除', en: 'Remove the keys' },
  keysRemoved: { ja: 'SCP80の鍵を削除しました', en: 'The SCP80 keys were removed' },
  keysNotRemoved: { ja: 'SCP80の鍵を削除できませんでした', en: 'The SCP80 keys could not be removed' },
})

/** The causes for which a message failed. */
export const smsReasonWords = defineText({
  noKeys: { ja: '使えるSCP80の鍵がない', en: 'No usable SCP80 keys' },
  noNumber: { ja: '電話番号がない', en: 'No number' },
  late: { ja: '24時間以内に送信できなかった', en: 'Not sent within 24 hours' },
  counterUsedUp: { ja: 'カウンターの上限に到達', en: 'The counter is used up' },
  cancelled: { ja: '送信の前に配信が終了', en: 'Its campaign ended before' },
  refused: { ja: '接続先が拒否', en: 'The gateway refused it' },
  expired: { ja: '有効期間内に届かなかった', en: 'It expired on its way' },
  deleted: { ja: '接続先で削除', en: 'The gateway deleted it' },
  undeliverable: { ja: '届けられなかった', en: 'Undeliverable' },
  unknown: { ja: '配信結果は不明', en: 'The gateway does not know the result' },
  rejected: { ja: '配信を拒否', en: 'The delivery was rejected' },
  noReceipt: { ja: '24時間以内に配信結果の通知がなく、結果は不明', en: 'No receipt within 24 hours, so the result is unknown' },
})
