import { defineText } from '../ui/words/text.ts'

export const loginText = defineText({
  title: { ja: 'ログイン', en: 'Sign in' },
  withAccount: { ja: '会社のアカウントでログイン', en: 'Sign in with your company account' },
  password: { ja: 'パスワード', en: 'Password' },
  passwordMissing: { ja: 'パスワードを入力してください', en: 'Enter your password' },
  passwordLong: { ja: 'パスワードは64文字以内で入力してください', en: 'A password has at most 64 characters' },
  newHere: { ja: 'アカウントをお持ちでない方', en: 'New here?' },
  register: { ja: 'アカウントを作成', en: 'Create an account' },
})
