import { defineText } from '../../ui/words/text.ts'

export const accessText = defineText({
  title: { ja: 'アクセス制限', en: 'Access restrictions' },
  domains: { ja: '許可するメールドメイン', en: 'Allowed e-mail domains' },
  domainsWords: {
    ja: '新規登録と招待ができるドメインです。1行に1件入力します。空欄の場合、新規登録は受け付けず、招待はどのアドレスにも送れます。',
    en: 'Addresses of these domains can sign up and be invited. One per line. Left empty, sign-up is closed and any address can be invited.',
  },
  consoleRanges: { ja: 'コンソールを使えるIPアドレス', en: 'Addresses that may use the console' },
  consoleWords: {
    ja: 'IPアドレスまたはCIDR（IPv4、IPv6）を1行に1件入力します。空欄の場合、どこからでも使えます。',
    en: 'An IP address or CIDR range (IPv4 or IPv6) per line. Left empty, the console can be used from everywhere.',
  },
  apiRanges: { ja: 'Open APIを使えるIPアドレス', en: 'Addresses that may use the open API' },
  apiWords: {
    ja: 'API IDによるアクセスに適用されます。1行に1件入力します。空欄の場合、どこからでも使えます。',
    en: 'Applies to API IDs. One per line. Left empty, they can be used from everywhere.',
  },
  yourAddress: { ja: '現在のあなたのIPアドレス', en: 'Your address at present' },
  badDomain: {
    ja: (line: number) => `${line}行目：ドメインの形式が正しくありません`,
    en: (line: number) => `Line ${line}: this is not a domain`,
  },
  badRange: {
    ja: (line: number) => `${line}行目：IPアドレスまたはCIDRの形式が正しくありません`,
    en: (line: number) => `Line ${line}: this is not an IP address or CIDR range`,
  },
  atLine: { ja: (line: number, words: string) => `${line}行目：${words}`, en: (line: number, words: string) => `Line ${line}: ${words}` },
  tooMany: { ja: '100件以内で入力してください', en: 'At most 100 entries' },
  saved: { ja: 'アクセス制限を保存しました', en: 'The access restrictions were saved' },
  notSaved: { ja: 'アクセス制限を保存できませんでした', en: 'The access restrictions could not be saved' },
})
