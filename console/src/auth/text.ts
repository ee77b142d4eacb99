import { defineText } from '../ui/words/text.ts'

export const text = defineText({
  logout: { ja: 'ログアウト', en: 'Sign out' },
  signingOut: { ja: 'ログアウトしています', en: 'Signing out' },
  personal: { ja: '個人設定', en: 'Personal settings' },
  tasks: { ja: '処理状況', en: 'Background work' },
  docs: { ja: '公式ドキュメント', en: 'Documentation' },
  root: { ja: '最上位管理者', en: 'Root' },
  admin: { ja: '管理者', en: 'Admin' },
  member: { ja: 'メンバー', en: 'Member' },
})
