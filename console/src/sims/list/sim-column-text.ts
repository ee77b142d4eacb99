import { defineText } from '../../ui/words/text.ts'

export const columnText = defineText({
  identity: { ja: '識別情報', en: 'Identity' },
  network: { ja: '接続', en: 'Connection' },
  poller: { ja: 'ポーラー', en: 'Poller' },
  applet: { ja: 'アプレット', en: 'Applet' },
  install: { ja: 'インストール', en: 'Install' },
  uninstall: { ja: 'アンインストール', en: 'Uninstall' },
  actNameOf: { ja: (of: string, act: string) => `${of}：${act}の対象`, en: (of: string, act: string) => `${of}: ${act.toLowerCase()} of` },
  actVersionOf: {
    ja: (of: string, act: string) => `${of}：${act}のバージョン`,
    en: (of: string, act: string) => `${of}: ${act.toLowerCase()} version`,
  },
  progressOf: {
    ja: (of: string, act: string) => `${of}：${act}の状態`,
    en: (of: string, act: string) => `${of}: ${act.toLowerCase()} status`,
  },
})
