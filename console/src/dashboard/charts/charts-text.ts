import { defineText } from '../../ui/words/text.ts'

export const chartsText = defineText({
  menu: { ja: (name: string) => `${name}：表、PNG、CSV`, en: (name: string) => `${name}: table, PNG, CSV` },
  asTable: { ja: '表で見る', en: 'As a table' },
  png: { ja: 'PNGで保存', en: 'Save as PNG' },
  csv: { ja: 'CSVで保存', en: 'Save as CSV' },
  time: { ja: '日時', en: 'Time' },
  expected: { ja: '見込み', en: 'Expected' },
  close: { ja: '閉じる', en: 'Close' },
  noPng: { ja: '画像を保存できませんでした', en: 'The picture could not be saved' },
  noPoints: { ja: 'この期間の記録はまだありません', en: 'No figures for this period yet' },
})
