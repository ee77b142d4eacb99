import type { OtaCodeText } from './ota-code-text.ts'

/** Texts of the ends of OTAs that were sent by SMS. */
export const messageFaultTexts: Readonly<Record<string, OtaCodeText>> = {
  /** An SMS that did not reach the card. */
  messageFailed: {
    meaning: { ja: 'SMSが届かなかった', en: 'The SMS did not arrive' },
    likelyCause: {
      ja: 'SMSゲートウェイが受け付けなかったか、端末に届く前に期限が切れました。原因はSIMのページのSMSにあります。',
      en: 'The gateway refused it, or it expired before it reached the device. The page of the SIM shows the cause.',
    },
    nextAction: { ja: '電話番号と端末の電源を確認してから再実行', en: 'Check the number and the power of the device, then run it again' },
  },
  /** An SMS without an answer of the card for a day. */
  messageUnanswered: {
    meaning: { ja: 'SMSに1日以上、カードの応答がない', en: 'No answer of the card to the SMS for a day' },
    likelyCause: {
      ja: 'コマンドは実行済みの可能性があります。応答のSMSが失われたか、カードが応答を返しません。',
      en: 'The commands may have run. The answer was lost, or the card does not send one.',
    },
    nextAction: { ja: '値を読み取るスクリプトで確認してから再実行', en: 'Read the file by a script to see, then run it again' },
  },
  /** An SMS that the card refused before it ran a command. */
  messageRefused: {
    meaning: { ja: 'カードがSMSを受け付けなかった', en: 'The card refused the SMS' },
    likelyCause: {
      ja: '鍵、カウンター、またはTARがカードと合いません。応答の内容はSIMのページのSMSにあります。コマンドは実行されていません。',
      en: 'The keys, the counter or the TAR are not those of the card. The page of the SIM shows its answer. No command ran.',
    },
    nextAction: { ja: 'SIMの鍵とTARを確認してから再実行', en: 'Check the keys of the SIM and the TAR, then run it again' },
  },
}
