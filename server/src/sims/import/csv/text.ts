import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { Words } from '@simdeck/contract/languages.ts'

/** Problems of a cell or line of a SIM CSV. No text repeats the content of the cell, which may be a key. */
export const importText = {
  iccidRequired: { ja: 'ICCIDは必須です', en: 'An ICCID is required' },
  iccid: { ja: 'ICCIDは19桁または20桁の数字です', en: 'An ICCID has 19 or 20 digits' },
  iccidTwice: { ja: '同じICCIDがファイル内に重複しています', en: 'This ICCID stands in the file more than once' },
  iccidExists: { ja: 'このICCIDはすでに登録されています', en: 'A SIM with this ICCID already exists' },
  iccidMissing: { ja: 'このICCIDのSIMは登録されていません', en: 'There is no SIM with this ICCID' },
  imsi: { ja: 'IMSIは6–15桁の数字です', en: 'An IMSI has 6 to 15 digits' },
  msisdn: {
    ja: 'MSISDNは3–15桁の数字です（先頭に + を付けられます）',
    en: 'An MSISDN has 3 to 15 digits, with an optional + before them',
  },
  imei: { ja: 'IMEIは14–16桁の数字です', en: 'An IMEI has 14 to 16 digits' },
  text: {
    ja: '制御文字や目に見えない文字を含まない100文字以内で入力してください',
    en: 'At most 100 characters, no control or invisible ones',
  },
  externalId: {
    ja: '制御文字や目に見えない文字を含まない64文字以内で入力してください',
    en: 'At most 64 characters, no control or invisible ones',
  },
  tags: {
    ja: 'タグはカンマ区切りで20件まで、それぞれ32文字以内で入力してください',
    en: 'Up to 20 tags of at most 32 characters, separated by commas',
  },
  operator: { ja: 'ntt、jasper、otherのいずれかです', en: 'One of ntt, jasper, other' },
  cmPlatform: { ja: 'ntt、jasper、noneのいずれかです', en: 'One of ntt, jasper, none' },
  type: { ja: 'SIMまたはeUICCです', en: 'SIM or eUICC' },
  status: { ja: 'SIMの状態ではありません', en: 'Not a status of a SIM' },
  capAuthKey: { ja: errorCatalogue.invalidCapAuthKey.ja, en: errorCatalogue.invalidCapAuthKey.en },
  encryptKey: { ja: errorCatalogue.invalidEncryptKey.ja, en: errorCatalogue.invalidEncryptKey.en },
  scp03Key: { ja: 'SCP03鍵は16、24、32バイトの16進数です', en: 'An SCP03 key has 16, 24 or 32 bytes, in hex' },
  scp03Lengths: { ja: '3つのSCP03鍵は同じ長さです', en: 'The three SCP03 keys have the same length' },
  scp03Together: { ja: '3つのSCP03鍵はすべて指定するか、すべて空にしてください', en: 'Give all three SCP03 keys or none' },
  keysTogether: { ja: '5つの鍵はすべて指定するか、すべて空にしてください', en: 'Give all five keys or none' },
  sdAid: { ja: 'AIDは5–16バイトの16進数です', en: 'An AID has 5 to 16 bytes, in hex' },
  kvn: { ja: '鍵バージョン番号は0–127、または0x00–0x7Fです', en: 'A key version number is 0 to 127, or 0x00 to 0x7F' },
  scp03Level: { ja: 'SCP03のセキュリティレベルは01、03、11、13、33のいずれかです', en: 'An SCP03 security level is 01, 03, 11, 13 or 33' },
  smsKeySet: { ja: 'SCP80の鍵セットの番号は1–15の整数です', en: 'The number of an SCP80 key set is 1 to 15' },
  smsAlgorithm: { ja: 'aesまたは3desです', en: 'aes or 3des' },
  smsKey: {
    ja: 'KIcとKIDは、aesなら16、24、32バイト、3desなら16、24バイトの16進数です',
    en: 'KIc and KID have 16, 24 or 32 bytes for aes, and 16 or 24 for 3des, in hex',
  },
  smsTar: { ja: 'TARは3バイトの16進数です', en: 'A TAR has 3 bytes, in hex' },
  smsCounter: { ja: 'カウンターは0–1099511627774の整数です', en: 'A counter is a whole number from 0 to 1099511627774' },
  smsKeysTogether: {
    ja: '鍵セットの番号、アルゴリズム、KIc、KID、TARは、すべて指定するか、すべて空にしてください',
    en: 'Give key set number, algorithm, KIc, KID and TAR, or none of them',
  },
  smsKeysForbidden: { ja: 'SCP80の鍵を登録する権限がありません', en: 'You may not set SCP80 keys' },
  columns: { ja: '列の数が見出しと一致しません', en: 'The number of columns is not that of the header' },
  quoting: { ja: '引用符の使い方が正しくありません', en: 'The quotation marks are not right' },
  quotingOpen: { ja: '引用符が閉じられていません', en: 'A quotation mark is never closed' },
  lineTooLong: { ja: '1行が長すぎます（64 KiBまで）', en: 'The line is too long (at most 64 KiB)' },
  groupMissing: {
    ja: 'この名前のグループはありません（グループを作成する権限がありません）',
    en: 'There is no group with this name, and you may not create one',
  },
  unknownColumn: { ja: '不明な列です', en: 'An unknown column' },
  columnTwice: { ja: '列が重複しています', en: 'The column stands there twice' },
  columnMissing: { ja: '必須の列がありません', en: 'The column is required' },
  noHeader: { ja: '見出し行がありません', en: 'There is no header line' },
  notUtf8: { ja: 'ファイルの文字コードがUTF-8ではありません', en: 'The file is not in UTF-8' },
  notShiftJis: { ja: 'ファイルの文字コードがShift_JISではありません', en: 'The file is not in Shift_JIS' },
} as const satisfies Record<string, Words>

export type ImportReason = keyof typeof importText

export function isImportReason(text: string | null): text is ImportReason {
  return text !== null && Object.hasOwn(importText, text)
}

/** The detail of the answer to a file above the size limit. */
export const importLimitText = (megabytes: number): Words => ({ ja: `上限は${megabytes} MBです`, en: `The limit is ${megabytes} MB` })

/** One problem of a file; `column` is null if it concerns the whole line. */
export type ImportProblem = { line: number; column: string | null; reason: ImportReason }
