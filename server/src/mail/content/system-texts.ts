import type { Words } from '@simdeck/contract/languages.ts'
import type { SystemEvent } from './queue-mail.ts'

/** The text of each event, for `{event}` of system mail. */
export const eventTexts: Record<SystemEvent, Words> = {
  memberInvited: { ja: 'メンバーが招待されました', en: 'A member was invited' },
  passwordReset: { ja: 'パスワードが再設定されました', en: 'A password was reset' },
  templatesChanged: { ja: 'メールテンプレートが変更されました', en: 'Mail templates were changed' },
  restrictionsChanged: { ja: 'アクセス制限が変更されました', en: 'The access restrictions were changed' },
}

export const failureText = (status: number, code: string, count: number): Words => ({
  ja: `APIの処理がサーバーで失敗しました（${status} ${code}、前回の通知から${count}件）`,
  en: `API calls failed on the server (${status} ${code}, ${count} since the last notification)`,
})

/** Lists the given ICCIDs, with a note that there are more if `count` is higher. */
export const imeiText = (count: number, iccids: readonly string[]): Words => {
  const more = count > iccids.length
  const list = iccids.map((iccid) => `  ${iccid}`).join('\n')
  return {
    ja: `IMEIが変わったSIM：${count}台\n${list}${more ? '\n  ほか' : ''}`,
    en: `SIMs whose IMEI changed: ${count}\n${list}${more ? '\n  and others' : ''}`,
  }
}
