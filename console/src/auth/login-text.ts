import { defineText } from '../ui/text.ts'

export const loginText = defineText({
  title: { ja: 'ログイン', en: 'Sign in' },
  withAccount: { ja: '会社のアカウントでログイン', en: 'Sign in with your company account' },
  password: { ja: 'パスワード', en: 'Password' },
  passwordMissing: { ja: 'パスワードを入力してください', en: 'Enter your password' },
  passwordLong: { ja: 'パスワードは64文字以内で入力してください', en: 'A password has at most 64 characters' },
  sessionEnded: {
    ja: 'セッションが終了しました。有効期限切れ、ほかの端末やタブでのログアウト、パスワードの変更、管理者の操作などが考えられます。ログインすると、元の画面に戻ります。',
    en: 'Your session has ended: it expired, or it was ended on another device or tab, by a password change or by an administrator. Sign in to come back to where you were.',
  },
  newHere: { ja: 'アカウントをお持ちでない方', en: 'New here?' },
  register: { ja: 'アカウントを作成', en: 'Create an account' },
})
