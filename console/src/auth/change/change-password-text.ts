import { defineText } from '../../ui/words/text.ts'

export const changePasswordText = defineText({
  newPasswordTitle: { ja: '新しいパスワードの設定', en: 'Set a new password' },
  newPasswordWords: {
    ja: '仮のパスワードは、このログインで変更する必要があります。新しいパスワードを設定してください。',
    en: 'A temporary password has to be changed when it is used. Choose a new password.',
  },
  firstTitle: { ja: 'パスワードの設定', en: 'Choose a password' },
  invitationWords: {
    ja: (email: string) => `${email} への招待です。ログインに使うパスワードを設定してください。`,
    en: (email: string) => `You are invited as ${email}. Choose the password that you will sign in with.`,
  },
  signUpWords: {
    ja: (email: string) => `${email} の登録を完了します。ログインに使うパスワードを設定してください。`,
    en: (email: string) => `To complete the sign-up of ${email}, choose the password that you will sign in with.`,
  },
  change: { ja: '変更してログイン', en: 'Change and sign in' },
  begin: { ja: '設定してログイン', en: 'Set and sign in' },
  invalidTitle: { ja: 'このリンクは無効です', en: 'The link is no longer valid' },
  invalidWords: {
    ja: '有効期限が切れているか、すでに使用されています。招待の場合は、管理者に再送を依頼してください。',
    en: 'It has expired or was used before. If you were invited, ask your administrator to send the invitation again.',
  },
  failedTitle: { ja: 'リンクを確認できませんでした', en: 'The link could not be checked' },
  retry: { ja: '再試行', en: 'Retry' },
  home: { ja: 'SIM一覧へ', en: 'Go to the SIM list' },
  emailTitle: { ja: 'メールアドレスの変更', en: 'Change your e-mail address' },
  emailWords: {
    ja: (email: string) => `ログインに使うメールアドレスを ${email} に変更します。`,
    en: (email: string) => `From now on you will sign in with ${email}.`,
  },
  emailChange: { ja: 'メールアドレスを変更', en: 'Change my address' },
  emailChanged: { ja: 'メールアドレスを変更しました', en: 'Your e-mail address was changed' },
  signInAgain: { ja: '新しいメールアドレスでログインしてください。', en: 'Sign in with your new e-mail address.' },
})
