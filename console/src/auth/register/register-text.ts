import { defineText } from '../../ui/words/text.ts'

export const registerText = defineText({
  title: { ja: 'アカウントの作成', en: 'Create an account' },
  words: {
    ja: '許可されたドメインのメールアドレスで登録できます。確認のリンクをメールで送信します。',
    en: 'Sign up with an address of an allowed domain. A link to confirm it is sent by mail.',
  },
  name: { ja: '名前', en: 'Name' },
  nameMissing: { ja: '名前を入力してください', en: 'Enter your name' },
  nameLong: { ja: '名前は100文字以内で入力してください', en: 'A name has at most 100 characters' },
  register: { ja: '登録', en: 'Sign up' },
  closedTitle: { ja: '新規登録は受け付けていません', en: 'Sign-up is closed' },
  closedWords: {
    ja: 'アカウントが必要な場合は、管理者に招待を依頼してください。',
    en: 'If you need an account, ask your administrator to invite you.',
  },
  sentTitle: { ja: '確認のメールを送信しました', en: 'Look into your mail' },
  sentWords: {
    ja: (email: string) => `${email} に届いたメールのリンクを開き、パスワードを設定してください。リンクは24時間有効です。`,
    en: (email: string) => `Open the link in the mail to ${email} and choose a password. The link works for 24 hours.`,
  },
  sentSomewhere: {
    ja: '届いたメールのリンクを開き、パスワードを設定してください。リンクは24時間有効です。',
    en: 'Open the link in the mail and choose a password. The link works for 24 hours.',
  },
  known: {
    ja: 'すでに登録されているメールアドレスの場合は、その旨をメールでお知らせします。',
    en: 'If the address already has an account, the mail says so.',
  },
})
