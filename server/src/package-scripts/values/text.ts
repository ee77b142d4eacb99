import type { Words } from '@simdeck/contract/languages.ts'

/** Problems of a CSV with values. No text repeats a cell. */
export const valuesText = {
  encoding: { ja: '指定した文字コードで読み取れません', en: 'Not readable in the given encoding' },
  lineTooLong: { ja: '行が長すぎます。引用符が閉じているか確認してください', en: 'The line is too long. Check its quotation marks' },
  quoting: { ja: '引用符が正しくありません', en: 'Wrong quotation marks' },
  noHeader: { ja: 'ファイルが空です', en: 'The file is empty' },
  noIccidColumn: { ja: '指定したICCIDの列がありません', en: 'There is no such column for the ICCID' },
  noColumns: { ja: 'ICCIDのほかに列がありません', en: 'There is no column beside the ICCID' },
  tooManyColumns: { ja: 'ICCIDのほかの列は50列までです', en: 'At most 50 columns beside the ICCID' },
  columnName: { ja: '列名は、文字、数字、_、-の40文字以内です', en: 'The name of a column has at most 40 letters, digits, _ and -' },
  columnTwice: { ja: '同じ列名が2つあります', en: 'The name of this column stands there twice' },
  cells: { ja: '列の数がヘッダーと違います', en: 'Not as many columns as in the header' },
  iccid: { ja: 'ICCIDは19桁または20桁の数字です', en: 'An ICCID has 19 or 20 digits' },
  iccidTwice: { ja: '同じICCIDがファイル内に重複しています', en: 'This ICCID stands in the file more than once' },
  cellTooLong: { ja: '値は400バイト以内にしてください', en: 'A value has at most 400 bytes' },
  control: { ja: '値に制御文字は使えません', en: 'A value has no control characters' },
  tooManyRows: { ja: '100万行までです', en: 'At most 1,000,000 lines' },
  noRows: { ja: 'データの行がありません', en: 'There is no line with values' },
} as const satisfies Record<string, Words>

export type ValuesReason = keyof typeof valuesText
/** A problem of a line; `column` is its name, or null for the whole line. Lines count from 1, with the header. */
export type ValuesProblem = { line: number; column: string | null; reason: ValuesReason }
