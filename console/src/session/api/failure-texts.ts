import { defineText } from '../../ui/words/text.ts'

export const failureTexts = defineText({
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
})
