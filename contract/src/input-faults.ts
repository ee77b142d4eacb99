import type { Words } from './languages.ts'

const plain = (ja: string, en: string) => (): Words => ({ ja, en })

/** The faults of one value of a call. `limit` is the number that the value exceeds or does not reach. */
export const inputFaults = {
  wrong: plain('入力内容が正しくありません', 'Invalid input'),
  missing: plain('必須項目です', 'Required'),
  unknownField: plain('不明な項目です', 'Unknown field'),
  notText: plain('文字列で指定してください', 'Must be text'),
  notNumber: plain('数値で指定してください', 'Must be a number'),
  notWhole: plain('整数で指定してください', 'Must be a whole number'),
  notBoolean: plain('trueまたはfalseで指定してください', 'Must be true or false'),
  notList: plain('配列で指定してください', 'Must be a list'),
  notObject: plain('オブジェクトで指定してください', 'Must be an object'),
  notAnOption: plain('指定できない値です', 'Not one of the allowed values'),
  wrongFormat: plain('形式が正しくありません', 'Wrong format'),
  notAMoment: plain('日時の形式が正しくありません', 'Not a date and time'),
  sameTime: plain('開始と終了には異なる時刻を指定してください', 'The times must differ'),
  empty: plain('入力してください', 'Must not be empty'),
  textTooLong: (limit: number): Words => ({ ja: `${limit}文字以内で入力してください`, en: `At most ${limit} characters` }),
  textTooShort: (limit: number): Words => ({ ja: `${limit}文字以上で入力してください`, en: `At least ${limit} characters` }),
  tooMany: (limit: number): Words => ({ ja: `${limit}件以内にしてください`, en: `At most ${limit} entries` }),
  tooFew: (limit: number): Words => ({ ja: `${limit}件以上にしてください`, en: `At least ${limit} entries` }),
  tooLarge: (limit: number): Words => ({ ja: `${limit}以下にしてください`, en: `At most ${limit}` }),
  tooSmall: (limit: number): Words => ({ ja: `${limit}以上にしてください`, en: `At least ${limit}` }),
  tooMuch: plain('値の数が多すぎます', 'Too many values'),
  tooDeep: plain('入れ子が深すぎます', 'Nested too deeply'),
  unseen: plain('制御文字や目に見えない文字は使えません', 'Control characters and invisible characters cannot be used'),
  tagTooLong: plain('タグは32文字以内で入力してください', 'A tag has at most 32 characters'),
  tagComma: plain('タグにカンマや読点は使えません', 'A tag cannot contain a comma'),
  tagInBoth: plain('同じタグを追加と削除の両方に指定することはできません', 'A tag cannot be added and removed at once'),
  placeholder: plain(
    '使える差し込み項目は {{iccid}}、{{imsi}}、{{imei}}、{{msisdn}}、{{eid}}、{{simId}}、{{group.name}} です',
    'The placeholders are {{iccid}}, {{imsi}}, {{imei}}, {{msisdn}}, {{eid}}, {{simId}} and {{group.name}}',
  ),
  cardLabel: plain('カードに保存できるラベルは60バイトまでです', 'A card keeps labels of at most 60 bytes'),
  renewBefore: plain('有効日数より短くしてください', 'Must be shorter than the validity'),
  notStorable: plain('使用できない文字が含まれています', 'Contains a character that cannot be stored'),
} as const

export type InputFault = keyof typeof inputFaults
