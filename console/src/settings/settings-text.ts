import { defineText } from '../ui/words/text.ts'

export const settingsText = defineText({
  settings: { ja: '設定', en: 'Settings' },
  mayNot: { ja: 'この設定を変更する権限がありません', en: 'Your role may not change this setting' },
  mayNone: { ja: '変更できる設定がありません', en: 'There is no setting that you may change' },
  mayNoneWords: {
    ja: 'システムの設定は管理者が変更できます。自分の名前、言語、タイムゾーンは「個人設定」で変更できます。',
    en: 'Settings of the system are changed by administrators. Your own name, language and time zone are in your personal settings.',
  },
  personal: { ja: '個人設定', en: 'Personal settings' },
  changed: { ja: '保存していない変更があります', en: 'Unsaved changes' },
  unchanged: { ja: '変更はありません', en: 'No changes' },
  discard: { ja: '元に戻す', en: 'Discard' },
  save: { ja: '保存', en: 'Save' },
  saved: { ja: '設定を保存しました', en: 'The settings were saved' },
  notSaved: { ja: '設定を保存できませんでした', en: 'The settings could not be saved' },
})

export const themeText = defineText({
  theme: { ja: 'テーマ', en: 'Theme' },
  themeWords: {
    ja: '会社の設定として、全員の画面に適用されます。ユーザーメニューの「このブラウザーの配色」でライト、ダーク、OSに合わせるを選んだ人には、その配色が優先されます。',
    en: 'The company’s theme, for everyone. Whoever chose light, dark or “Match the OS” in the user menu keeps that.',
  },
  fixed: {
    ja: (appearance: string) => `このブラウザーの表示は「${appearance}」に固定されているため、保存したテーマは表示されません。`,
    en: (appearance: string) => `This browser is set to always show ${appearance}, so it will not show the theme that is saved.`,
  },
  osFixed: {
    ja: 'このブラウザーの配色はOSに合わせているため、OSがダークの間は、保存したテーマは表示されません。',
    en: 'This browser matches the OS: while that is dark, it will not show the theme that is saved.',
  },
  unfix: { ja: '会社の設定に戻す', en: 'Use the company’s theme' },
  light: { ja: 'ライト', en: 'Light' },
  red: { ja: 'レッド', en: 'Red' },
  pink: { ja: 'ピンク', en: 'Pink' },
  purple: { ja: 'パープル', en: 'Purple' },
  theme_1: { ja: '青磁', en: 'Celadon' },
  theme_2: { ja: '若竹', en: 'Bamboo' },
  theme_3: { ja: '藍', en: 'Indigo' },
  theme_4: { ja: '空', en: 'Sky' },
  theme_5: { ja: '琥珀', en: 'Amber' },
  theme_6: { ja: '墨', en: 'Sumi ink' },
  theme_7: { ja: '紺青', en: 'Prussian blue' },
  theme_8: { ja: '常盤', en: 'Evergreen' },
  theme_9: { ja: '赤銅', en: 'Copper' },
  dark: { ja: 'ダーク', en: 'Dark' },
  logo: { ja: 'ロゴ', en: 'Logo' },
  drop: { ja: '画像をここにドロップ', en: 'Drop an image here' },
  logoNote: {
    ja: 'PNG、JPEG、WebP。推奨 240 × 80 px、1,000,000バイトまで。',
    en: 'PNG, JPEG or WebP. 240 × 80 px recommended, 1,000,000 bytes at most.',
  },
  removeLogo: { ja: '初期ロゴに戻す', en: 'Use the default' },
  preview: { ja: 'ヘッダーでの見え方', en: 'In the header' },
  onLight: { ja: 'ライト', en: 'Light' },
  onDark: { ja: 'ダーク', en: 'Dark' },
  wrongType: { ja: 'PNG、JPEG、WebPの画像を選択してください', en: 'Choose a PNG, JPEG or WebP image' },
  tooLarge: {
    ja: (bytes: string) => `ファイルが大きすぎます（${bytes}バイト）。1,000,000バイトまでです`,
    en: (bytes: string) => `The file is too large (${bytes} bytes); 1,000,000 bytes at most`,
  },
  tooWide: {
    ja: (width: number, height: number, most: number) => `画像が大きすぎます（${width} × ${height} px）。${most} × ${most} pxまでです`,
    en: (width: number, height: number, most: number) => `The image is too large (${width} × ${height} px); ${most} × ${most} px at most`,
  },
  unreadable: { ja: '画像として読み取れませんでした', en: 'This file could not be read as an image' },
  name: { ja: 'アプリケーション名', en: 'Application name' },
  nameWords: {
    ja: 'ヘッダー、ログイン画面、ブラウザーのタイトルに表示されます。空欄にすると「Simdeck」になります。',
    en: 'Shown in the header, on the sign-in page and in the browser’s title. Left empty it is Simdeck.',
  },
  nameLong: {
    ja: (most: number) => `アプリケーション名は${most}文字以内で入力してください`,
    en: (most: number) => `An application name has at most ${most} characters`,
  },
})
