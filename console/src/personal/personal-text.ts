import { defineText } from '../ui/text.ts'

export const personalText = defineText({
  title: { ja: '個人設定', en: 'Personal settings' },
  profile: { ja: 'プロフィール', en: 'Profile' },
  name: { ja: '名前', en: 'Name' },
  nameMissing: { ja: '名前を入力してください', en: 'Enter your name' },
  nameLong: { ja: '名前は100文字以内で入力してください', en: 'A name has at most 100 characters' },
  email: { ja: 'メールアドレス', en: 'E-mail' },
  display: { ja: '言語とタイムゾーン', en: 'Language and time zone' },
  language: { ja: '表示言語', en: 'Language' },
  timeZone: { ja: 'タイムゾーン', en: 'Time zone' },
  automatic: { ja: (zone: string) => `ブラウザーに合わせる（${zone}）`, en: (zone: string) => `As in the browser (${zone})` },
  chosen: { ja: '選択する', en: 'Choose one' },
  zone: { ja: '選択するタイムゾーン', en: 'Time zone to use' },
  zoneMissing: { ja: 'タイムゾーンを選択してください', en: 'Choose a time zone' },
  noZone: { ja: '一致するタイムゾーンがありません', en: 'No time zone matches' },
  now: { ja: (moment: string) => `現在の日時：${moment}`, en: (moment: string) => `Date and time now: ${moment}` },
})
