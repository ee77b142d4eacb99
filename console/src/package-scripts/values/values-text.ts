import { defineText } from '../../ui/words/text.ts'

/** Texts for the CSV with values of SIMs. */
export const valuesText = defineText({
  title: { ja: 'SIMごとの値（CSV）', en: 'Values of the SIMs (CSV)' },
  needed: {
    ja: (columns: string) => `スクリプトに差し込む列：${columns}。1行に1台、ICCIDの列と一緒にアップロードします`,
    en: (columns: string) => `The script names these columns: ${columns}. Upload one line for each SIM, with its ICCID`,
  },
  drop: { ja: 'CSVファイルをここにドロップ', en: 'Drop a CSV file here' },
  limits: { ja: '100万行、1つの値は400バイトまで', en: 'At most 1,000,000 lines, and 400 bytes for a value' },
  required: { ja: 'CSVファイルをアップロードしてください', en: 'Upload a CSV file' },
  iccidColumn: { ja: 'ICCIDの列', en: 'Column with the ICCID' },
  upload: { ja: 'アップロード', en: 'Upload' },
  cancel: { ja: '別のファイル', en: 'Another file' },
  failed: { ja: 'アップロードできませんでした', en: 'Could not upload' },
  unreadable: { ja: 'ファイルを読み取れません。もう一度選択してください', en: 'The file cannot be read. Choose it again' },
  notCsv: { ja: 'CSVファイルではありません', en: 'Not a CSV file' },
  lacks: {
    ja: (columns: string) => `このファイルには次の列がありません：${columns}`,
    en: (columns: string) => `This file lacks the column ${columns}`,
  },
  rows: { ja: (n: string) => `${n}行`, en: (n: string) => (n === '1' ? '1 line' : `${n} lines`) },
  sent: { ja: (percent: string) => `${percent}%を送信`, en: (percent: string) => `${percent}% sent` },
  checking: { ja: '内容を確認しています', en: 'Checking the lines' },
})
