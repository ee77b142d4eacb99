import { defineText } from '../ui/words/text.ts'

export const groupText = defineText({
  group: { ja: 'グループ', en: 'Group' },
  none: { ja: 'グループなし', en: 'No group' },
  choose: { ja: '名前で検索', en: 'Search by name' },
  notFound: { ja: '一致するグループはありません', en: 'No group matches' },
  notLoaded: { ja: 'グループを取得できませんでした', en: 'The groups could not be fetched' },
  andMore: { ja: (n: string) => `ほか${n}件（名前で検索してください）`, en: (n: string) => `${n} more: search by name` },
  simList: { ja: 'SIM一覧', en: 'SIM list' },
  unknown: { ja: 'グループが見つかりません', en: 'Group not found' },
  unknownWords: { ja: '削除されたか、アドレスが違います。', en: 'The group was deleted, or the address is wrong.' },
  phone: { ja: '電話番号', en: 'Phone number' },
  address: { ja: '住所', en: 'Address' },
  createdAt: { ja: '作成日時', en: 'Created' },
  create: { ja: 'グループを作成', en: 'Create a group' },
  name: { ja: 'グループ名', en: 'Group name' },
  nameMissing: { ja: 'グループ名を入力してください', en: 'Enter a name' },
  nameWrong: {
    ja: 'グループ名は100文字以内で、制御文字を含めずに入力してください',
    en: 'A name has at most 100 characters, none of them a control character',
  },
  type: { ja: '種別', en: 'Type' },
  enterprise: { ja: '法人', en: 'Enterprise' },
  reseller: { ja: '販売代理店', en: 'Reseller' },
  act: { ja: '作成', en: 'Create' },
  created: { ja: (name: string) => `グループ「${name}」を作成しました`, en: (name: string) => `The group ${name} was created` },
  notCreated: { ja: 'グループを作成できませんでした', en: 'The group could not be created' },
})
