import { defineText } from '../ui/words/text.ts'

export const personalText = defineText({
  title: { ja: '個人設定', en: 'Personal settings' },
  profile: { ja: 'プロフィール', en: 'Profile' },
  security: { ja: 'セキュリティ', en: 'Security' },
  signIns: { ja: 'ログイン', en: 'Sign-ins' },
  notifications: { ja: '通知', en: 'Notifications' },
  name: { ja: '名前', en: 'Name' },
  nameMissing: { ja: '名前を入力してください', en: 'Enter your name' },
  nameLong: { ja: '名前は100文字以内で入力してください', en: 'A name has at most 100 characters' },
  display: { ja: '言語とタイムゾーン', en: 'Language and time zone' },
  language: { ja: '表示言語', en: 'Language' },
  timeZone: { ja: 'タイムゾーン', en: 'Time zone' },
  automatic: { ja: (zone: string) => `ブラウザーに合わせる（${zone}）`, en: (zone: string) => `As in the browser (${zone})` },
  chosen: { ja: '選択する', en: 'Choose one' },
  zone: { ja: '選択するタイムゾーン', en: 'Time zone to use' },
  zoneMissing: { ja: 'タイムゾーンを選択してください', en: 'Choose a time zone' },
  noZone: { ja: '一致するタイムゾーンがありません', en: 'No time zone matches' },
  startScreen: { ja: 'ログイン後に開く画面', en: 'Screen after sign-in' },
  sims: { ja: 'SIM一覧', en: 'SIM list' },
  overview: { ja: '概要', en: 'Overview' },
  now: { ja: (moment: string) => `現在の日時：${moment}`, en: (moment: string) => `Date and time now: ${moment}` },
})

export const emailChangeText = defineText({
  change: { ja: '変更', en: 'Change' },
  title: { ja: 'メールアドレスの変更', en: 'Change your e-mail address' },
  words: {
    ja: '新しいメールアドレスに確認のリンクを送信します。リンクを開いて確認するまで、現在のメールアドレスのままです。',
    en: 'A link is sent to the new address. Nothing changes until you open it and confirm.',
  },
  newAddress: { ja: '新しいメールアドレス', en: 'New e-mail address' },
  same: { ja: '現在と同じメールアドレスです', en: 'This is your present address' },
  send: { ja: '確認のリンクを送信', en: 'Send the link' },
  sent: {
    ja: (email: string) => `${email} に確認のリンクを送信しました。リンクを開くと、メールアドレスが変更されます。`,
    en: (email: string) => `A link was sent to ${email}. Open it to change your address.`,
  },
  notSent: { ja: '確認のリンクを送信できませんでした', en: 'The link could not be sent' },
})
