import { defineText } from '../../ui/words/text.ts'

export const authorityStateText = defineText({
  active: { ja: '有効', en: 'Active' },
  endingSoon: { ja: '期限が近い', en: 'Ends soon' },
  awaitingCertificate: { ja: '回答待ち', en: 'Awaiting answer' },
  notYetValid: { ja: '開始前', en: 'Not yet valid' },
  expired: { ja: '期限切れ', en: 'Expired' },
  revoked: { ja: '失効', en: 'Revoked' },
  issuerUnusable: { ja: '上位が無効', en: 'Issuer unusable' },
  keyMissing: { ja: '鍵なし', en: 'Key missing' },
})

export const authorityKindText = defineText({
  root: { ja: 'ルート', en: 'Root' },
  intermediate: { ja: '中間', en: 'Intermediate' },
  external: { ja: '外部', en: 'External' },
})

export const privateCaText = defineText({
  title: { ja: 'プライベートCA', en: 'Private CA' },
  words: {
    ja: 'SIMに入れる証明書を発行する認証局です。鍵はこのシステムで作り、封をして保管します。',
    en: 'The authorities that issue the certificates inside SIMs. Their keys are made here and kept sealed.',
  },
  count: { ja: (n: string, of: string) => `${n} / ${of}件`, en: (n: string, of: string) => `${n} of ${of}` },
  full: { ja: '認証局は50件までです。不要なものを削除してください', en: 'There can be at most 50 CAs. Delete one that is not needed' },
  make: { ja: '認証局を作成', en: 'Make a CA' },
  request: { ja: '外部CA用のCSRを作成', en: 'CSR for an external CA' },
  name: { ja: '認証局', en: 'CA' },
  kind: { ja: '種類', en: 'Kind' },
  state: { ja: '状態', en: 'State' },
  validity: { ja: '有効期間', en: 'Validity' },
  validityNote: {
    ja: '証明書の期限が発行元の期限を超える配信は、始められません',
    en: 'A campaign does not start if its certificates would outlive their issuer',
  },
  today: { ja: '今日', en: 'Today' },
  tooLateForYear: {
    ja: (day: string) => `1年の証明書を発行できるのは${day}まででした`,
    en: (day: string) => `Could issue certificates of one year until ${day}`,
  },
  lastCrl: { ja: '最新のCRL', en: 'Last CRL' },
  nextCrl: { ja: '次のCRL', en: 'Next CRL' },
  issued: { ja: '発行', en: 'Issued' },
  revoked: { ja: '失効', en: 'Revoked' },
  isDefault: { ja: '既定', en: 'Default' },
  none: { ja: '認証局はまだありません', en: 'No CA yet' },
  noneWords: {
    ja: '証明書を発行するには、ルートCAをここで作るか、外部CAに署名を依頼するCSRを作ります。',
    en: 'To issue certificates, make a root CA here, or a request (CSR) that an external CA signs.',
  },
  moreThan: { ja: (n: string) => `${n}以上`, en: (n: string) => `${n} or more` },
  unknown: { ja: '認証局が見つかりません', en: 'The CA does not exist' },
  unknownWords: { ja: '削除されたか、アドレスが正しくありません。', en: 'It was deleted, or the address is wrong.' },
  all: { ja: 'プライベートCAの一覧', en: 'All private CAs' },
  noAddress: {
    ja: '公開アドレス（PUBLIC_URL）が設定されていません',
    en: 'No public address (PUBLIC_URL) is set',
  },
  noAddressWords: {
    ja: (address: string) =>
      `今作る証明書には、CRLとOCSPの場所として、相手から届かないアドレス（${address}）が入ります。証明書に入ったアドレスは後から変えられません。認証局を作る前に、サーバーの環境変数PUBLIC_URLを設定して再起動してください。`,
    en: (address: string) =>
      `Certificates made now would name ${address} as the place of CRL and OCSP, which no peer reaches, and an address in a certificate cannot be changed. Set PUBLIC_URL in the environment of the server and restart it before you make a CA.`,
  },
})
