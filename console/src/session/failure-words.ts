import { defineText } from '../ui/text.ts'

export const failureWords = defineText({
  fallback: { ja: 'データを取得できませんでした', en: 'Failed to fetch data' },
  noProfile: { ja: 'ユーザー情報を取得できませんでした', en: 'Get user profile failed' },
  unreachable: {
    ja: 'サーバーに接続できませんでした。通信状態を確認してください',
    en: 'The server could not be reached. Check your connection',
  },
  process: {
    ja: (process: string) => `${process}でエラーが発生しました`,
    en: (process: string) => `${process} error`,
  },
  otaList: { ja: 'OTA一覧の取得', en: 'OTA list' },
  signedOutElsewhere: {
    ja: 'ほかのタブでセッションが終了しました。もう一度ログインしてください',
    en: 'Your session was ended in another tab. Please sign in again',
  },
  sessionExpired: {
    ja: 'セッションの有効期限が切れました。もう一度ログインしてください',
    en: 'Your session has expired. Please sign in again',
  },
})
