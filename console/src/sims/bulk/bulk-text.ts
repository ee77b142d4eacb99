import type { AliasPlaceholder } from '@simdeck/contract/sim-bulk.ts'
import { defineText } from '../../ui/words/text.ts'

const sims = (n: string): string => (n === '1' ? '1 SIM' : `${n} SIMs`)

export const bulkText = defineText({
  ota: { ja: '一括OTA', en: 'Bulk OTA' },
  alias: { ja: 'デバイス名を変更', en: 'Change alias' },
  group: { ja: 'グループを変更', en: 'Change group' },
  tags: { ja: 'タグを変更', en: 'Change tags' },
  status: { ja: '状態を変更', en: 'Change status' },
  imei: { ja: '端末（IMEI）', en: 'Devices (IMEI)' },
  export: { ja: 'エクスポート', en: 'Export' },
  delete: { ja: '削除', en: 'Delete' },
  more: { ja: 'その他の操作', en: 'More actions' },
  mayNot: { ja: 'この操作を行う権限がありません', en: 'Your role does not allow this' },
  notStarted: { ja: '一括OTAを開始できませんでした', en: 'The bulk OTA could not be started' },
})

export const aliasText = defineText({
  title: { ja: 'デバイス名を変更', en: 'Change device aliases' },
  words: {
    ja: (n: string) => `選択した${n}台のSIMに、パターンからデバイス名を付けます。処理中に画面を離れても続きます。`,
    en: (n: string) => `The pattern names the ${sims(n)} selected. You can leave while it runs.`,
  },
  pattern: { ja: 'デバイス名のパターン', en: 'Pattern of the device alias' },
  insert: { ja: '置き換える項目を挿入', en: 'Insert what differs' },
  order: {
    ja: '連番は、登録の古いSIMから順に1から付きます。',
    en: 'The serial number counts from 1, in the order in which the SIMs were registered.',
  },
  missing: { ja: 'パターンを入力してください', en: 'Enter a pattern' },
  braces: {
    ja: '{ } の中には、下の項目だけを使えます',
    en: 'Only the items below can stand in { }',
  },
  long: { ja: (n: number) => `${n}文字以内で入力してください`, en: (n: number) => `At most ${n} characters` },
  control: { ja: '制御文字は使えません', en: 'Control characters cannot be used' },
  preview: { ja: '変更後の例', en: 'Examples' },
  serialDiffers: {
    ja: '表示中のSIMでの例です。実際の連番とは異なります。',
    en: 'With SIMs on this page; their serial numbers will differ.',
  },
  before: { ja: '現在', en: 'Now' },
  after: { ja: '変更後', en: 'Afterwards' },
  becomesEmpty: { ja: '空になるため、変更されません', en: 'Empty, so it is not changed' },
  becomesLong: {
    ja: (n: number) => `${n}文字を超えるため、変更されません`,
    en: (n: number) => `Over ${n} characters, so it is not changed`,
  },
  act: { ja: (n: string) => `${n}台を変更`, en: (n: string) => `Change ${n}` },
  failed: { ja: 'デバイス名の変更を開始できませんでした', en: 'The aliases could not be changed' },
})

/** Meanings of the placeholders. */
export const placeholderText = defineText({
  n: { ja: '連番', en: 'serial number' },
  iccid: { ja: 'ICCID', en: 'ICCID' },
  imsi: { ja: 'IMSI', en: 'IMSI' },
  msisdn: { ja: 'MSISDN', en: 'MSISDN' },
  imei: { ja: 'IMEI', en: 'IMEI' },
  external_device_id: { ja: '外部デバイスID', en: 'external device ID' },
  group: { ja: 'グループ名', en: 'group name' },
  digits: { ja: (what: string, n: number) => `${what}（${n}桁）`, en: (what: string, n: number) => `${what}, ${n} digits` },
  lastDigits: { ja: (what: string, n: number) => `${what}の末尾${n}桁`, en: (what: string, n: number) => `last ${n} of the ${what}` },
} satisfies Record<AliasPlaceholder, unknown> & Record<'digits' | 'lastDigits', unknown>)

export const regroupText = defineText({
  title: { ja: 'グループを変更', en: 'Change the group' },
  words: {
    ja: (n: string) => `選択した${n}台のSIMを、1つのグループに入れます。処理中に画面を離れても続きます。`,
    en: (n: string) => `The ${sims(n)} selected go into one group. You can leave while it runs.`,
  },
  missing: { ja: 'グループを選択してください', en: 'Choose a group' },
  act: { ja: (n: string) => `${n}台を変更`, en: (n: string) => `Change ${n}` },
  failed: { ja: 'グループの変更を開始できませんでした', en: 'The group could not be changed' },
})

export const deleteText = defineText({
  title: { ja: (n: string) => `${n}台のSIMを削除しますか`, en: (n: string) => `Delete ${sims(n)}?` },
  words: {
    ja: 'SIMと、その鍵、OTAとセッションの履歴を削除します。終わっていないOTAがあるSIMは削除されず、処理の結果に表示されます。この操作は取り消せません。',
    en: 'The SIMs are deleted with their keys and the history of their OTAs and sessions. A SIM with an OTA that has not ended is not deleted, and is listed in the result. This cannot be undone.',
  },
  fewer: {
    ja: (n: string) => `選択したSIMのうち${n}台は、すでに削除されています。`,
    en: (n: string) => `${n} of the SIMs selected no longer exist.`,
  },
  ask: { ja: (n: string) => `確認のため、削除する台数 ${n} を入力`, en: (n: string) => `Type the number of SIMs, ${n}, to confirm` },
  act: { ja: (n: string) => `${n}台を削除`, en: (n: string) => `Delete ${n}` },
  failed: { ja: 'SIMの削除を開始できませんでした', en: 'The SIMs could not be deleted' },
})
