import type { Words } from './languages.ts'
import type { SimExportColumn } from './sim-exports.ts'
import { simFields } from './sim-fields.ts'

/** Spreadsheet names of columns whose usual name is unclear without the screen, or whose value has another unit. */
const sheetWords: Partial<Record<SimExportColumn, Words>> = {
  type: { ja: 'SIMの種別', en: 'SIM type' },
  rsrq: { ja: '電波品質（RSRQ、dB）', en: 'Signal quality (RSRQ, dB)' },
  accuracy: { ja: '位置の精度（m）', en: 'Location accuracy (m)' },
  free_memory: { ja: '空き容量（バイト）', en: 'Free memory (bytes)' },
  has_keys: { ja: 'SIMの鍵の登録', en: 'Keys registered' },
  scp03_level: { ja: 'SCP03セキュリティレベル', en: 'SCP03 security level' },
}

/** The name of a column in a spreadsheet. */
export const sheetWordsOf = (column: SimExportColumn): Words => sheetWords[column] ?? simFields[column].words
