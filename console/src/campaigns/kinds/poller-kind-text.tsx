import { defineText } from '../../ui/words/text.ts'

export const pollerKindText = defineText({
  switchAbout: {
    ja: '予備のポーラーが自分でポーリングして、カードの内容を読み取ると、そのポーラーが稼働中になり、これまでのポーラーが予備になります。期限までにポーリングしなければ、何も変わりません。カードには何も書き込みません。',
    en: 'Once the standby poller itself has polled and read the content of the card, it is the running poller, and the one before is the standby poller. If it does not poll in time, nothing changes. Nothing is written to the card.',
  },
  switchSentence: {
    ja: (n: string) => (
      <>
        <b>{n}台</b>のSIMを予備のポーラーに切り替えます。
      </>
    ),
    en: (n: string) => (
      <>
        Switch <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b> to the standby poller.
      </>
    ),
  },
  keysAbout: {
    ja: '各SIMのポーラーの鍵（CAP_AUTH_KEY、ENCRYPT_KEY）を、新しい鍵に入れ替えます。鍵はサーバーが作成し、DEKで暗号化して送ります。カードが新しい鍵でポーリングするまで、以前の鍵も受け付けます。',
    en: 'Replaces the keys of each SIM’s poller (CAP_AUTH_KEY, ENCRYPT_KEY) by new ones. The server makes them and sends them encrypted under the DEK. Until the card polls with the new keys, the former ones are valid too.',
  },
  keysSentence: {
    ja: (n: string) => (
      <>
        <b>{n}台</b>のSIMのポーラーの鍵を更新します。
      </>
    ),
    en: (n: string) => (
      <>
        Rotate the keys of the poller of <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b>.
      </>
    ),
  },
})
