import { defineText } from '../../ui/words/text.ts'

export const removeExtraText = defineText({
  about: {
    ja: 'カードにだけあり、記録にない内容を削除します。パッケージは、そのアプレットごと削除します。ポーラーと使用中のセキュリティドメインは削除しません。',
    en: 'Removes content that the cards hold and nothing records. A package goes with its applets. Pollers and security domains in use are never removed.',
  },
  what: { ja: '削除する内容', en: 'Content to remove' },
  sims: {
    ja: (n: string) => `${n}台のカードにあります`,
    en: (n: string) => (n === '1' ? 'On the card of 1 SIM' : `On the cards of ${n} SIMs`),
  },
  none: {
    ja: '削除できる余分な内容は見つかっていません。カードの内容を取得すると確かめられます。',
    en: 'No extra content that can be removed is known. Reading the cards finds it.',
  },
  choose: { ja: '削除する内容を選択してください', en: 'Choose the content to remove' },
  withCertificates: {
    ja: (n: string) => `IoT SAFEの証明書と鍵があるSIM（${n}台）からも削除する。証明書と鍵は失われます`,
    en: (n: string) =>
      n === '1'
        ? 'Also from the SIM with IoT SAFE certificates and keys, which are lost'
        : `Also from the ${n} SIMs with IoT SAFE certificates and keys, which are lost`,
  },
  goes: {
    ja: (content: string) => `${content}をカードから削除します。次のアプレットも一緒に削除されます。`,
    en: (content: string) => `${content} is removed from the cards. These applets go with it:`,
  },
  goesAlone: {
    ja: (content: string) => `${content}をカードから削除します。`,
    en: (content: string) => `${content} is removed from the cards.`,
  },
  appletOf: {
    ja: (applet: string, n: string) => `${applet}（${n}台）`,
    en: (applet: string, n: string) => (n === '1' ? `${applet} (1 SIM)` : `${applet} (${n} SIMs)`),
  },
  otherApplets: {
    ja: (n: string) => `ほかのアプレット（${n}件）`,
    en: (n: string) => (n === '1' ? '1 other applet' : `${n} other applets`),
  },
  campaign: { ja: (name: string) => `${name}の削除（余分な内容）`, en: (name: string) => `Removal of extra ${name}` },
  sentence: {
    ja: (n: string) => (
      <>
        <b>{n}台</b>のSIMのカードから余分な内容を
        <wbr />
        削除します。
      </>
    ),
    en: (n: string) => (
      <>
        Remove extra content from the cards of <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b>.
      </>
    ),
  },
})
