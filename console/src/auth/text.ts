import { defineText } from '../ui/text.ts'

export const text = defineText({
  title: { ja: 'ログイン', en: 'Sign in' },
  withAccount: { ja: '会社のアカウントでログイン', en: 'Sign in with your company account' },
  email: { ja: 'メールアドレス', en: 'E-mail' },
  emailMissing: { ja: 'メールアドレスを入力してください', en: 'Enter your e-mail address' },
  emailWrong: { ja: 'メールアドレスの形式が正しくありません', en: 'This is not an e-mail address' },
  password: { ja: 'パスワード', en: 'Password' },
  passwordMissing: { ja: 'パスワードを入力してください', en: 'Enter your password' },
  passwordLong: { ja: 'パスワードは64文字以内で入力してください', en: 'A password has at most 64 characters' },
  show: { ja: 'パスワードを表示', en: 'Show password' },
  signIn: { ja: 'ログイン', en: 'Sign in' },
  logout: { ja: 'ログアウト', en: 'Sign out' },
  signingOut: { ja: 'ログアウトしています', en: 'Signing out' },
  personal: { ja: '個人設定', en: 'Personal settings' },
  docs: { ja: '公式ドキュメント', en: 'Documentation' },
  root: { ja: '最上位管理者', en: 'Root' },
  admin: { ja: '管理者', en: 'Admin' },
  member: { ja: 'メンバー', en: 'Member' },
})
