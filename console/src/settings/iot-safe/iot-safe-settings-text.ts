import { defineText } from '../../ui/words/text.ts'

export const iotSafeSettingsText = defineText({
  ends: { ja: '証明書の期限', en: 'Ends of certificates' },
  endsWords: {
    ja: '有効期限が近づいた証明書を、通知で1回だけ知らせます。保存すると、すべてのサーバーにすぐ反映されます。',
    en: 'The bell tells each certificate once before it ends. Saving applies to every server at once.',
  },
  days: { ja: '知らせる時期（期限までの日数）', en: 'Days before the end' },
  daysWords: {
    ja: (days: number) => `1–365日。初期値は${days}日です。テンプレートの更新時期より短くすると、更新されなかった証明書だけを知らせます。`,
    en: (days: number) =>
      `1 to 365 days, ${days} by default. With fewer days than the templates renew before, only certificates that were not renewed are told.`,
  },
  daysWrong: { ja: '1–365の整数を入力してください', en: 'Enter a whole number from 1 to 365' },
  issuing: { ja: '証明書の発行', en: 'Issuing certificates' },
  issuingWords: {
    ja: '署名する認証局と、証明書のテンプレート（サブジェクト、有効日数、更新時期、配布方法）は、次の画面で設定します。',
    en: 'The CA that signs, and the templates with subject, validity, time of renewal and delivery, have pages of their own.',
  },
  est: { ja: 'デバイスによる証明書の取得（EST）', en: 'Certificates asked by devices (EST)' },
  estWords: {
    ja: 'SIMの証明書を持つデバイスが、同じ鍵の証明書を自分で更新します（RFC 7030）。ポートは、サーバーの環境変数EST_PORTで開きます。保存すると、すべてのサーバーにすぐ反映されます。',
    en: 'Devices with the certificate of their SIM renew it for the same key by themselves (RFC 7030). The environment variable EST_PORT of the servers opens the port. Saving applies to every server at once.',
  },
  estOn: { ja: 'デバイスの要求に応じる', en: 'Answer the requests of devices' },
  expiry: { ja: '有効期限の一覧', en: 'Expiry by week' },
})
