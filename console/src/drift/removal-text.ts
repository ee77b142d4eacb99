import { defineText } from '../ui/words/text.ts'

export const removalText = defineText({
  remove: { ja: (name: string) => `${name}を削除`, en: (name: string) => `Remove ${name}` },
  removeMany: {
    ja: (name: string, n: string) => `${name}を${n}台から削除する`,
    en: (name: string, n: string) => (n === '1' ? `Remove ${name} from 1 SIM` : `Remove ${name} from ${n} SIMs`),
  },
  goes: {
    ja: (name: string) => `次のポーリングで、このSIMのカードから${name}を削除します。削除した内容は元に戻せません。`,
    en: (name: string) => `At the next poll, ${name} is removed from this card. What is removed does not come back.`,
  },
  applet: { ja: (aid: string) => `アプレット ${aid} も削除されます`, en: (aid: string) => `Applet ${aid} goes with it` },
  certificates: {
    ja: (n: string) => `IoT SAFEの証明書と鍵（${n}件）も失われます。`,
    en: (n: string) => `IoT SAFE certificates and keys go with it (${n}).`,
  },
  notRemoved: { ja: '削除を開始できません', en: 'The removal could not start' },
  poller: {
    ja: (name: string) => `${name}はポーラーのため、ここからは削除できません。予備のポーラーは一括OTAでアンインストールできます。`,
    en: (name: string) => `${name} is a poller and is not removed here. A bulk OTA uninstalls a standby poller.`,
  },
  securityDomain: {
    ja: (name: string) => `${name}は使用中のセキュリティドメインのため、削除できません。`,
    en: (name: string) => `${name} is a security domain in use and is not removed.`,
  },
  unknown: {
    ja: (name: string) =>
      `${name}が何であるかをカードがまだ答えていません。カードの内容をもう一度取得すると、削除できるかどうかがわかります。`,
    en: (name: string) => `The card has not told what ${name} is. Read the card again to find out if it can be removed.`,
  },
})
