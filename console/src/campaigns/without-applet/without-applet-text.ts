import { defineText } from '../../ui/words/text.ts'

export const withoutAppletText = defineText({
  title: {
    ja: (n: string) => `${n}台のSIMにアプレットがありません`,
    en: (n: string) => (n === '1' ? '1 SIM is without an applet' : `${n} SIMs are without an applet`),
  },
  libraryTitle: {
    ja: (n: string) => `${n}台のSIMにライブラリがありません`,
    en: (n: string) => (n === '1' ? '1 SIM is without the library' : `${n} SIMs are without the library`),
  },
  libraryWords: {
    ja: '以前のバージョンを削除したあと、新しいバージョンの書き込みに失敗しました。',
    en: 'The former version was removed, and the new one could not be loaded.',
  },
  words: {
    ja: '以前のアプレットを削除したあと、新しいアプレットのインストールに失敗しました。',
    en: 'Their former applet was removed, and the new one could not be installed.',
  },
  held: { ja: (n: string, name: string) => `${n}台：${name}`, en: (n: string, name: string) => `${n}: ${name}` },
  restore: {
    ja: (n: string) => `${n}台を以前のアプレットに戻す`,
    en: (n: string) => (n === '1' ? 'Restore it on 1 SIM' : `Restore it on ${n} SIMs`),
  },
  restoreLibrary: {
    ja: (n: string) => `${n}台を以前のライブラリに戻す`,
    en: (n: string) => (n === '1' ? 'Load it again on 1 SIM' : `Load it again on ${n} SIMs`),
  },
  simTitle: { ja: 'このSIMには現在、アプレットがありません', en: 'This SIM holds no applet now' },
  simWords: {
    ja: (name: string) => `${name}を削除したあと、新しいアプレットのインストールに失敗しました。`,
    en: (name: string) => `${name} was removed, and the new applet could not be installed. `,
  },
  simLibraryTitle: { ja: 'このSIMには現在、このライブラリがありません', en: 'This SIM does not hold the library now' },
  simLibraryWords: {
    ja: (name: string) => `${name}を削除したあと、新しいバージョンの書き込みに失敗しました。`,
    en: (name: string) => `${name} was removed, and the new version could not be loaded. `,
  },
  together: {
    ja: (n: string) => `同じ配信で同じ状態になった${n}台をまとめて戻せます。`,
    en: (n: string) => `The ${n} SIMs that the campaign left so can be restored together.`,
  },
  parametersUnknown: {
    ja: 'インストールパラメータの記録がないため、指定が必要です',
    en: 'Its install parameters are not on record; give them',
  },
  gone: { ja: 'このパッケージは登録されていません', en: 'This package is not registered' },
  mayNot: { ja: 'この操作を行う権限がありません', en: 'Your role does not allow this' },
})
