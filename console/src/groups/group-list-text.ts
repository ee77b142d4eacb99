import { defineText } from '../ui/words/text.ts'

const isOne = (n: string): boolean => n === '1'
const sims = (n: string): string => (isOne(n) ? '1 SIM' : `${n} SIMs`)

export const groupListText = defineText({
  search: { ja: 'グループ名、住所、電話番号', en: 'Name, address, phone number' },
  size: { ja: 'SIM数', en: 'SIMs' },
  online: { ja: 'オン', en: 'Online' },
  share: { ja: 'オンの割合（見込み比）', en: 'Online of expected' },
  silent: { ja: '応答なし', en: 'No response' },
  failedApplets: { ja: 'アプレット失敗', en: 'Applets failed' },
  failedPollers: { ja: 'ポーラー失敗', en: 'Pollers failed' },
  inGroups: {
    ja: (all: string, some: string) => `SIM ${all}台のうち${some}台がグループに所属`,
    en: (all: string, some: string) => `${some} of ${all} SIMs are in a group`,
  },
  withoutGroup: { ja: (n: string) => `グループなし ${n}台`, en: (n: string) => `${n} without a group` },
  noGroup: { ja: 'グループなし', en: 'Without a group' },
  total: { ja: '合計', en: 'Total' },
  noMatch: { ja: '条件に一致するグループはありません', en: 'No group matches' },
  clear: { ja: '条件をすべて解除', en: 'Clear all filters' },
  empty: { ja: 'グループはまだありません', en: 'No groups yet' },
  emptyWords: {
    ja: '顧客や拠点ごとにグループを作成してSIMを割り当てると、グループ単位で状態を確認し、一覧を絞り込めます。',
    en: 'Create groups for customers or sites and assign SIMs to them, to see their state and filter the list by group.',
  },
  delete: { ja: '削除', en: 'Delete' },
  csv: { ja: 'CSV', en: 'CSV' },
  notSaved: { ja: 'ダウンロードできませんでした', en: 'Not downloaded' },
})

export const groupDeleteText = defineText({
  title: { ja: (n: string) => `${n}件のグループを削除しますか`, en: (n: string) => `Delete ${n} groups?` },
  titleOne: { ja: 'グループを削除しますか', en: 'Delete the group?' },
  words: {
    ja: (n: string) => `所属する${n}台のSIMは削除されず、グループなしになります。`,
    en: (n: string) =>
      isOne(n) ? 'The SIM in it is not deleted. It will be in no group.' : `The ${n} SIMs in it are not deleted. They will be in no group.`,
  },
  emptyWords: { ja: '所属するSIMはありません。', en: 'No SIMs are in it.' },
  byTask: {
    ja: 'SIMが多いため、削除はバックグラウンドで進みます。途中で中止すると、処理済みのSIMはグループなしのまま、グループは残ります。',
    en: 'There are many SIMs, so the deletion goes on in the background. If it is cancelled, the group stays, without the SIMs done so far.',
  },
  act: { ja: (n: string) => `${n}件のグループを削除`, en: (n: string) => `Delete ${n} groups` },
  actOne: { ja: 'グループを削除', en: 'Delete the group' },
  done: { ja: (n: string) => `${n}件のグループを削除しました`, en: (n: string) => `${n} groups deleted` },
  doneOne: { ja: (name: string) => `グループ「${name}」を削除しました`, en: (name: string) => `The group ${name} was deleted` },
  failed: { ja: 'グループを削除できませんでした', en: 'The groups could not be deleted' },
  andMore: { ja: (n: string) => `ほか${n}件`, en: (n: string) => `${n} more` },
})

export const groupPageText = defineText({
  tabs: { ja: 'グループの画面', en: 'Screens of the group' },
  overview: { ja: '概要', en: 'Overview' },
  changes: { ja: '変更履歴', en: 'Changes' },
  assign: { ja: 'SIMを割り当て', en: 'Assign SIMs' },
  remove: { ja: 'SIMを外す', en: 'Remove SIMs' },
  more: { ja: 'その他の操作', en: 'More actions' },
  now: { ja: '現在の状態', en: 'Now' },
  curve: { ja: 'オンのSIM', en: 'SIMs online' },
  day: { ja: '24時間', en: '24 hours' },
  expected: { ja: (n: string) => `見込み ${n}台`, en: (n: string) => `${n} expected` },
  onlineOf: { ja: (n: string) => `/ ${n}台`, en: (n: string) => `of ${n}` },
  silent: { ja: '応答なし', en: 'No response' },
  failedApplets: { ja: '失敗したアプレットOTA', en: 'Failed applet OTAs' },
  failedPollers: { ja: '失敗したポーラーOTA', en: 'Failed poller OTAs' },
  withoutKeys: { ja: '鍵なし', en: 'Without keys' },
  figures: { ja: '内訳', en: 'SIMs by' },
  statuses: { ja: 'SIMの状態', en: 'SIM status' },
  applets: { ja: 'アプレットのバージョン', en: 'Applet version' },
  pollers: { ja: 'ポーラーのバージョン', en: 'Poller version' },
  blank: { ja: 'なし', en: 'None' },
  noSims: { ja: 'SIMはありません', en: 'No SIMs' },
  noSimsWords: {
    ja: 'このグループにSIMはありません。「SIMを割り当て」で番号を貼り付けるか、SIM一覧で選んで「グループ」から移してください。',
    en: 'No SIMs are in this group. Paste their numbers with “Assign SIMs”, or select them in the list and choose “Group”.',
  },
  campaigns: { ja: '配信', en: 'Campaigns' },
  noCampaigns: { ja: 'このグループのSIMへの配信はまだありません', en: 'No campaign has reached SIMs of this group' },
  campaign: { ja: '配信名', en: 'Name' },
  simsThen: { ja: 'このグループのSIM', en: 'SIMs of this group' },
  simsThenOf: {
    ja: (some: string, all: string) => `${some}台（全${all}台）`,
    en: (some: string, all: string) => `${some} of ${all}`,
  },
  started: { ja: '開始日時', en: 'Started' },
  state: { ja: '状態', en: 'State' },
  changedImeis: { ja: '未確認のIMEI変更', en: 'IMEI changes to confirm' },
  showAll: { ja: '一覧で表示', en: 'Show in the list' },
})

export const assignText = defineText({
  assignTitle: { ja: (name: string) => `「${name}」にSIMを割り当て`, en: (name: string) => `Assign SIMs to ${name}` },
  removeTitle: { ja: (name: string) => `「${name}」からSIMを外す`, en: (name: string) => `Remove SIMs from ${name}` },
  numbers: { ja: 'SIMの番号', en: 'Numbers of the SIMs' },
  numbersWords: {
    ja: 'ICCID、IMSI、MSISDN、IMEIを1行に1つ、10,000件まで貼り付けられます。',
    en: 'Paste up to 10,000 ICCIDs, IMSIs, MSISDNs or IMEIs, one a line.',
  },
  none: { ja: '番号を入力してください', en: 'Enter the numbers' },
  wrong: { ja: '10桁以上の番号を、10,000件以内で入力してください', en: 'Enter at most 10,000 numbers of at least ten digits' },
  check: { ja: '確認', en: 'Check' },
  change: { ja: '番号を変更', en: 'Change the numbers' },
  found: { ja: (n: string) => `${n}台のSIMが見つかりました。`, en: (n: string) => `${sims(n)} ${isOne(n) ? 'was' : 'were'} found.` },
  foundNone: { ja: '該当するSIMはありません', en: 'No SIM has these numbers' },
  foundNoneHere: { ja: 'このグループに該当するSIMはありません', en: 'No SIM of this group has these numbers' },
  moved: {
    ja: (n: string) => `うち${n}台は別のグループから移ります。`,
    en: (n: string) => `${n} of them ${isOne(n) ? 'moves' : 'move'} here from another group.`,
  },
  already: {
    ja: (n: string) => `うち${n}台はすでにこのグループにあります。`,
    en: (n: string) => `${n} of them ${isOne(n) ? 'is' : 'are'} in this group already.`,
  },
  unknown: {
    ja: (n: string) => `${n}件の番号はどのSIMのものでもありません`,
    en: (n: string) => `${n} of the numbers ${isOne(n) ? 'belongs' : 'belong'} to no SIM`,
  },
  assignAct: { ja: (n: string) => `${n}台を割り当て`, en: (n: string) => `Assign ${sims(n)}` },
  removeAct: { ja: (n: string) => `${n}台を外す`, en: (n: string) => `Remove ${sims(n)}` },
  failed: { ja: '変更を開始できませんでした', en: 'The change could not be started' },
})
