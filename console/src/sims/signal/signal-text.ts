import { defineText } from '../../ui/words/text.ts'

export const signalText = defineText({
  signal: { ja: '電波', en: 'Signal' },
  span: { ja: '24時間', en: '24 hours' },
  rsrpUnit: { ja: 'RSRP（dBm）', en: 'RSRP (dBm)' },
  rsrqUnit: { ja: 'RSRQ（dB）', en: 'RSRQ (dB)' },
  excellent: { ja: '非常に良い', en: 'Excellent' },
  veryGood: { ja: 'とても良い', en: 'Very good' },
  good: { ja: '良い', en: 'Good' },
  poor: { ja: '悪い', en: 'Poor' },
  veryPoor: { ja: '非常に悪い', en: 'Very poor' },
  line: {
    ja: (least: string, most: string, last: string) => `24時間のRSRP：最小${least}、最大${most}、最新${last} dBm`,
    en: (least: string, most: string, last: string) => `RSRP of 24 hours: from ${least} to ${most}, now ${last} dBm`,
  },
  none: { ja: 'この24時間に電波の報告はありません', en: 'No signal was reported in 24 hours' },
  table: { ja: '値を表で見る', en: 'Show the values' },
  tableTitle: { ja: '電波の値（24時間）', en: 'Signal of 24 hours' },
  time: { ja: '時刻', en: 'Time' },
  close: { ja: '閉じる', en: 'Close' },
})
