import { defineText } from '../../ui/words/text.ts'

export const templatesText = defineText({
  templates: { ja: 'テンプレート', en: 'Templates' },
  from: { ja: 'テンプレートから', en: 'From a template' },
  title: { ja: '配信のテンプレート', en: 'Templates of campaigns' },
  words: {
    ja: '選ぶと、その設定で一括OTAを始められます。対象のSIMは含まれません。',
    en: 'Choose one to begin a bulk OTA with its options. It holds no SIMs.',
  },
  none: {
    ja: 'テンプレートはまだありません。一括OTAの確認か、配信の画面で保存できます。',
    en: 'There is no template yet. Save one at the confirmation of a bulk OTA, or on the page of a campaign.',
  },
  gone: { ja: 'パッケージは削除されています', en: 'Its package was deleted' },
  by: { ja: (name: string) => `${name}が保存`, en: (name: string) => `saved by ${name}` },
  save: { ja: 'テンプレートに保存', en: 'Save as template' },
  saveTitle: { ja: 'テンプレートに保存', en: 'Save as template' },
  saveWords: {
    ja: '操作、パッケージ、パラメータ、始め方を保存します。対象のSIMと日時は保存しません。一括OTAを行えるメンバー全員が使えます。',
    en: 'It keeps the action, the package, the parameters and how to start, without SIMs and times. All who may start a bulk OTA can use it.',
  },
  name: { ja: 'テンプレート名', en: 'Name of the template' },
  nameMissing: { ja: 'テンプレート名を入力してください', en: 'Enter a name' },
  nameWrong: { ja: '64文字以内で入力してください', en: 'At most 64 characters' },
  act: { ja: '保存', en: 'Save' },
  saved: { ja: (name: string) => `「${name}」を保存しました`, en: (name: string) => `“${name}” is saved` },
  notSaved: { ja: 'テンプレートを保存できませんでした', en: 'Could not save the template' },
  rename: { ja: (name: string) => `${name}の名前を変更`, en: (name: string) => `Rename ${name}` },
  renameTitle: { ja: 'テンプレート名の変更', en: 'Rename the template' },
  remove: { ja: (name: string) => `${name}を削除`, en: (name: string) => `Delete ${name}` },
  removeTitle: { ja: 'テンプレートを削除しますか', en: 'Delete the template?' },
  removeWords: {
    ja: (name: string) => `「${name}」は、ほかのメンバーも使えなくなります。`,
    en: (name: string) => `Other members cannot use “${name}” any more either.`,
  },
  removeAct: { ja: '削除', en: 'Delete' },
  removed: { ja: (name: string) => `「${name}」を削除しました`, en: (name: string) => `“${name}” is deleted` },
  notRemoved: { ja: 'テンプレートを削除できませんでした', en: 'Could not delete the template' },
})
