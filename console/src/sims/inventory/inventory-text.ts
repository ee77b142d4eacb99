import { defineText } from '../../ui/words/text.ts'

export const inventoryText = defineText({
  title: { ja: 'カードの内容', en: 'What the card holds' },
  read: { ja: 'カードの内容を取得', en: 'Read what the card holds' },
  underWay: { ja: '取得はすでに登録されています', en: 'The card is already being read' },
  atNextPoll: { ja: '次のポーリングでカードに問い合わせます。', en: 'The card is asked at its next poll.' },
  neverRead: {
    ja: 'まだ取得していません。取得すると、カードが保持するパッケージとアプレットを記録と見比べられます。',
    en: 'Not read yet. Once read, the packages and applets on the card are shown beside what is recorded.',
  },
  changedSince: {
    ja: '取得後にOTAでカードの内容が変わっています。最新の内容は、もう一度取得すると表示されます。',
    en: 'An OTA has changed the card since it was read. Read it again to see what it holds now.',
  },
  loadFile: { ja: 'パッケージ', en: 'Packages' },
  application: { ja: 'アプレット', en: 'Applets' },
  both: { ja: '記録と一致', en: 'As recorded' },
  otherVersion: { ja: '記録とバージョンが異なる', en: 'Another version is recorded' },
  cardOnly: { ja: 'カードのみ（記録なし）', en: 'On the card, not recorded' },
  recordOnly: { ja: '記録のみ（カードになし）', en: 'Recorded, not on the card' },
  platform: {
    ja: (n: number) => `ほかに、カード自体の標準パッケージが${n}件あります。`,
    en: (n: number) => `Besides, ${n} standard ${n === 1 ? 'package' : 'packages'} of the card itself.`,
  },
  state: { ja: (state: string) => `状態 ${state}`, en: (state: string) => `state ${state}` },
  comma: { ja: '、', en: ', ' },
})
