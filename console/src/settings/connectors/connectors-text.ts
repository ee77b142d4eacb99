import { connectorFailures } from '@simdeck/contract/connector-words.ts'
import { operatorWords } from '@simdeck/contract/sim-value-words.ts'
import { defineText } from '../../ui/words/text.ts'

export const connectorsText = defineText({
  title: { ja: '通信事業者のアカウント', en: 'Accounts at carriers' },
  words: {
    ja: 'プラットフォームがJasper（Cisco IoT Control Center）またはNTTのSIMの状態は、ここに登録したアカウントを通して変更し、通信事業者側の変更も取り込みます。そのプラットフォームのアカウントがない間は、このコンソールの記録だけを変更します。',
    en: 'The status of SIMs on Jasper (Cisco IoT Control Center) and on NTT is changed through these accounts, and changes at the carrier are read. Without an account of their platform only the record here changes.',
  },
  none: { ja: 'アカウントは登録されていません。', en: 'No account is on record.' },
  add: { ja: 'アカウントを追加', en: 'Add an account' },
  name: { ja: '名前', en: 'Name' },
  platform: { ja: 'プラットフォーム', en: 'Platform' },
  address: { ja: '接続先', en: 'Address' },
  state: { ja: '接続', en: 'Connection' },
  lastOk: { ja: '最終応答', en: 'Last answer' },
  synced: { ja: '同期済み', en: 'Synchronised to' },
  waiting: { ja: '応答待ち', en: 'Waiting' },
  actions: { ja: '操作', en: 'Actions' },
  sims: { ja: (n: string) => `${n}台`, en: (n: string) => (n === '1' ? '1 SIM' : `${n} SIMs`) },
  test: { ja: '接続テスト', en: 'Test' },
  testOf: { ja: (name: string) => `${name}の接続テスト`, en: (name: string) => `Test ${name}` },
  editOf: { ja: (name: string) => `${name}を編集`, en: (name: string) => `Edit ${name}` },
  deleteOf: { ja: (name: string) => `${name}を削除`, en: (name: string) => `Delete ${name}` },
  edit: { ja: '編集', en: 'Edit' },
  delete: { ja: '削除', en: 'Delete' },
  tested: { ja: '通信事業者に接続できました', en: 'The carrier answered' },
  notTested: { ja: '接続できませんでした', en: 'The connection test failed' },
  unused: { ja: '未接続', en: 'Not called yet' },
  nextCall: { ja: '次の呼び出し', en: 'Next call' },
  fine: { ja: '正常', en: 'Working' },

  addTitle: { ja: 'アカウントを追加', en: 'Add an account' },
  editTitle: { ja: 'アカウントを編集', en: 'Edit the account' },
  baseUrl: { ja: '接続先のURL', en: 'Base URL' },
  baseUrlWords: { ja: (path: string) => `${path} より前の部分です。`, en: (path: string) => `The part before ${path}.` },
  username: { ja: 'ユーザー名', en: 'User name' },
  apiKey: { ja: 'APIキー', en: 'API key' },
  apiKeyKept: { ja: '空のままにすると、登録済みのキーを使います。', en: 'Leave it empty to keep the present key.' },
  rate: { ja: '1秒あたりの呼び出し数', en: 'Calls per second' },
  rateWords: { ja: '0.1–1000。すべてのノードの合計です。', en: '0.1 to 1000, for all nodes together.' },
  nameWrong: { ja: '1–100文字で入力してください', en: 'Enter 1 to 100 characters' },
  urlWrong: { ja: 'http:// または https:// で始まるURLを入力してください', en: 'Enter an address with http:// or https://' },
  userWrong: {
    ja: '半角100文字以内で、コロンと空白を除いて入力してください',
    en: 'At most 100 ASCII characters without colons and spaces',
  },
  keyWrong: { ja: '半角200文字以内で入力してください', en: 'Enter at most 200 ASCII characters' },
  rateWrong: { ja: '0.1–1000の数を入力してください', en: 'Enter a number from 0.1 to 1000' },
  save: { ja: '保存', en: 'Save' },
  saved: { ja: 'アカウントを保存しました', en: 'The account was saved' },
  notSaved: { ja: 'アカウントを保存できませんでした', en: 'The account could not be saved' },
  deleteTitle: { ja: (name: string) => `「${name}」を削除しますか`, en: (name: string) => `Delete ${name}?` },
  deleteWords: {
    ja: '通信事業者との同期が止まります。応答待ちの変更は、別のアカウントがなければエラーになります。SIMの記録は変わりません。',
    en: 'The synchronisation with the carrier ends. Changes that wait are refused unless another account has the SIM. The records of SIMs stay.',
  },
  deleted: { ja: 'アカウントを削除しました', en: 'The account was deleted' },
  notDeleted: { ja: 'アカウントを削除できませんでした', en: 'The account could not be deleted' },
})

export const platformWords = defineText({ jasper: operatorWords.jasper, ntt: operatorWords.ntt })

/** The causes for which an account is not called. */
export const failureWords = defineText(connectorFailures)
