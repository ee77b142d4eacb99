import { defineText } from '../ui/words/text.ts'

/** Texts shared by several auth pages. */
export const authText = defineText({
  email: { ja: 'メールアドレス', en: 'E-mail' },
  emailMissing: { ja: 'メールアドレスを入力してください', en: 'Enter your e-mail address' },
  emailWrong: { ja: 'メールアドレスの形式が正しくありません', en: 'This is not an e-mail address' },
  toLogin: { ja: 'ログイン画面へ戻る', en: 'Back to sign-in' },
  forgot: { ja: 'パスワードを忘れた場合', en: 'Forgot password?' },
})
