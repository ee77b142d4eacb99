import { defineText } from '../../../ui/words/text.ts'

export const makeText = defineText({
  makeTitle: { ja: '認証局を作成', en: 'Make a CA' },
  place: { ja: '上位の認証局', en: 'CA above' },
  placeWords: {
    ja: 'ルートCAは相手に配って信頼してもらう認証局です。SIMの証明書は、その下の中間CAで発行すると安全です。',
    en: 'A root is handed to peers, who then trust it. Certificates of SIMs are best issued by an intermediate CA below it.',
  },
  noParent: { ja: 'なし（ルートCAを作成）', en: 'None (make a root)' },
  name: { ja: '名前（CN）', en: 'Name (CN)' },
  nameWords: { ja: '証明書に入る名前です。後から変えられません。', en: 'The name in its certificate. It cannot be changed afterwards.' },
  organization: { ja: '組織（O）', en: 'Organization (O)' },
  unit: { ja: '部門（OU）', en: 'Unit (OU)' },
  country: { ja: '国（C）', en: 'Country (C)' },
  optional: { ja: '省略できます', en: 'Optional' },
  nameMissing: { ja: '名前を入力してください', en: 'Enter a name' },
  lineWrong: {
    ja: '64文字以内で入力してください。改行や見えない文字は使えません',
    en: 'At most 64 characters, without line breaks and invisible characters',
  },
  days: { ja: '有効日数', en: 'Days of validity' },
  daysWords: { ja: (day: string) => `${day} まで`, en: (day: string) => `Until ${day}` },
  daysWrong: {
    ja: (most: string) => `1から${most}までの整数を入力してください`,
    en: (most: string) => `Enter a whole number from 1 to ${most}`,
  },
  next: { ja: '内容を確認', en: 'Review' },
  back: { ja: '内容を直す', en: 'Back to the form' },
  confirmRoot: { ja: 'ルートCAを作成しますか', en: 'Make this root CA?' },
  confirmIntermediate: { ja: '中間CAを作成しますか', en: 'Make this intermediate CA?' },
  contents: { ja: '内容', en: 'Contents' },
  signedBy: { ja: (name: string) => `${name} が署名します`, en: (name: string) => `Signed by ${name}` },
  selfSigned: { ja: '自分の鍵で署名します', en: 'Signed with its own key' },
  period: {
    ja: (days: string, day: string) => `P-256、${days}日（${day} まで）`,
    en: (days: string, day: string) => `P-256, ${days} days (until ${day})`,
  },
  key: { ja: '鍵', en: 'Key' },
  keyWords: {
    ja: 'このシステムで作り、封をして保管します。作成したら、続けて控えを作ってください。',
    en: 'Made here and kept sealed. Make a backup as soon as the CA exists.',
  },
  rootCost: {
    ja: '相手に配るルート証明書が1件増えます。今ある認証局はそのまま使えます。',
    en: 'There is one more root certificate to hand to peers. The present CAs stay as they are.',
  },
  intermediateCost: {
    ja: '上位の認証局を信頼する相手は、この認証局の証明書も信頼します。',
    en: 'Whoever trusts the CA above also trusts the certificates of this one.',
  },
  fixed: {
    ja: '名前、有効期間、CRLとOCSPのアドレスは、作成後に変えられません。操作はシステムログに残ります。',
    en: 'Name, validity and the addresses of CRL and OCSP cannot be changed afterwards. The system log keeps who made it.',
  },
  typeName: { ja: (name: string) => `確認のため、名前「${name}」を入力`, en: (name: string) => `Type the name, ${name}` },
  makeRoot: { ja: 'ルートCAを作成', en: 'Make the root CA' },
  makeIntermediate: { ja: '中間CAを作成', en: 'Make the intermediate CA' },
  made: { ja: '認証局を作成しました', en: 'The CA was made' },
  notMade: { ja: '認証局を作成できませんでした', en: 'The CA could not be made' },
  requestTitle: { ja: '外部CA用のCSRを作成', en: 'Make a CSR for an external CA' },
  requestWords: {
    ja: '鍵をここで作り、署名を依頼するCSRを作ります。CSRを外部CAに渡し、届いた証明書を登録すると、証明書を発行できるようになります。',
    en: 'The key is made here. Hand the CSR to the external CA; once its certificate is uploaded here, this CA issues certificates.',
  },
  makeRequest: { ja: 'CSRを作成', en: 'Make the CSR' },
  requestMade: { ja: 'CSRを作成しました', en: 'The CSR was made' },
  requestNotMade: { ja: 'CSRを作成できませんでした', en: 'The CSR could not be made' },
})
