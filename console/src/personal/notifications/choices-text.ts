import type { NotificationMail, NotificationTopic } from '@simdeck/contract/notification-choices.ts'
import type { NotificationCategory } from '@simdeck/contract/notifications.ts'
import { defineText } from '../../ui/words/text.ts'

export const choicesText = defineText({
  topic: { ja: '種類', en: 'Kind' },
  bell: { ja: 'ベル', en: 'Bell' },
  mail: { ja: 'メール', en: 'Mail' },
  inBell: { ja: (topic: string) => `ベルに表示：${topic}`, en: (topic: string) => `Show in the bell: ${topic}` },
  byMail: { ja: (topic: string) => `メール：${topic}`, en: (topic: string) => `Mail: ${topic}` },
  fixed: { ja: '安全のため変更できません', en: 'Cannot be changed, for your safety' },
  mails: { ja: 'メールの届け先', en: 'Mails' },
  noServer: {
    ja: 'メールサーバーが設定されていないため、メールは送信されません。',
    en: 'No mail server is set up, so no mail is sent.',
  },
  digestAt: { ja: 'まとめメールの時刻', en: 'Time of the daily mail' },
  digestWords: {
    ja: (zone: string) => `毎日この時刻に送信します（${zone}）。何もない日は送信しません。`,
    en: (zone: string) => `Sent every day at this time (${zone}), and not on a day without events.`,
  },
  timeMissing: { ja: '時刻を入力してください', en: 'Enter a time' },
  quiet: { ja: '静かな時間はメールを送らず、終わってからまとめて送る', en: 'Hold mails in quiet hours, and send them together afterwards' },
  quietWords: {
    ja: 'ベルにはすぐ表示します。重大なアラートと新しい場所からのログインは、静かな時間にもメールで知らせます。',
    en: 'The bell does not wait. Critical alerts and sign-ins from a new place are mailed in quiet hours, too.',
  },
  from: { ja: '開始', en: 'From' },
  to: { ja: '終了', en: 'To' },
  sameTime: { ja: '開始と違う時刻を入力してください', en: 'Enter a time that differs from the begin' },
})

export const categoryText = defineText({
  sim: { ja: 'SIM', en: 'SIM' },
  ota: { ja: 'OTA', en: 'OTA' },
  iotsafe: { ja: 'IoT SAFE', en: 'IoT SAFE' },
} satisfies Record<NotificationCategory, unknown>)

export const mailText = defineText({
  none: { ja: 'なし', en: 'None' },
  now: { ja: 'すぐに', en: 'At once' },
  digest: { ja: 'まとめて', en: 'Daily' },
} satisfies Record<NotificationMail, unknown>)

export const topicText = defineText({
  alerts: { ja: 'アラート（注意）', en: 'Alerts (warning)' },
  criticalAlerts: { ja: 'アラート（重大）', en: 'Alerts (critical)' },
  imeiChanges: { ja: 'IMEIの変更', en: 'Changed IMEIs' },
  imeiLocks: { ja: 'ロックしたSIMの端末の変更', en: 'Locked SIMs in other devices' },
  ownTasks: { ja: '自分が始めたインポートや一括処理の終了', en: 'Ends of imports and bulk changes that you started' },
  signIns: { ja: '新しい場所からのログイン', en: 'Sign-ins from a new place' },
  ownCampaigns: { ja: '自分が始めた配信の完了、失敗、承認の結果', en: 'Ends and approvals of campaigns that you started' },
  otherCampaigns: { ja: 'ほかのメンバーの配信の完了、失敗', en: 'Ends of campaigns of other members' },
  pausedCampaigns: { ja: '失敗が上限を超えて一時停止した配信', en: 'Campaigns that paused for too many failures' },
  waitingWaves: { ja: '次の段階の開始を待つ配信', en: 'Campaigns whose next wave waits for its release' },
  approvals: { ja: '承認の依頼', en: 'Requests for approval' },
  certificates: {
    ja: '有効になった証明書とファイル、却下された証明書、書き込みに失敗したもの',
    en: 'Certificates and files that became active, were rejected or failed',
  },
  certificateApprovals: { ja: '承認を待つ証明書', en: 'Certificates that wait for approval' },
  endingCertificates: { ja: '期限が近い証明書', en: 'Certificates that end soon' },
} satisfies Record<NotificationTopic, unknown>)
