import { defineText } from '../../ui/words/text.ts'

export const keyRotationText = defineText({
  about: {
    ja: '各SIMのSCP03鍵（ENC、MAC、DEK）を、新しい鍵に入れ替えます。鍵はサーバーが作成し、以前のDEKで暗号化して送ります。カードが鍵チェック値と新しい鍵の通信路で証明するまで、以前の鍵を記録に残します。',
    en: 'Replaces the SCP03 keys of each SIM (ENC, MAC, DEK) by new ones. The server makes them and sends them encrypted under the former DEK. The record keeps the former keys until the card has proven the new ones by their check values and by a channel.',
  },
  sentence: {
    ja: (n: string) => (
      <>
        <b>{n}台</b>のSIMのSCP03鍵を更新します。
      </>
    ),
    en: (n: string) => (
      <>
        Rotate the SCP03 keys of <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b>.
      </>
    ),
  },
  undo: {
    ja: '待機中のSIMは、配信の画面でいつでも取り消せます。更新した鍵は元に戻せません。もう一度更新すると、新しい鍵に替わります。',
    en: 'Ready SIMs can be cancelled on the campaign page at any time. Former keys do not come back; another rotation replaces the keys again.',
  },
})
