import { defineText } from '../../ui/words/text.ts'

export const campaignSimsText = defineText({
  search: { ja: 'デバイス名、ICCID、IMSIなど', en: 'Alias, ICCID, IMSI' },
  wave: { ja: '段階', en: 'Wave' },
  waveOf: { ja: (n: string) => `第${n}段階`, en: (n: string) => `Wave ${n}` },
  cause: { ja: '原因', en: 'Cause' },
  waiting: { ja: '待機の理由', en: 'Why it waits' },
  quarantined: { ja: '隔離中', en: 'Set aside' },
  readyOrUnreleased: { ja: '待機中・未配信', en: 'Ready or not released' },
  yes: { ja: 'はい', en: 'Yes' },
  cell: { ja: '最後のセル', en: 'Last cell' },
  fileResult: { ja: '結果と差分', en: 'Result and difference' },
  retried: { ja: (n: number) => `再試行${n}回`, en: (n: number) => (n === 1 ? '1 retry' : `${n} retries`) },
  awaitsNewPoller: { ja: '新しいポーラーのポーリングを待っています', en: 'Waits for a poll of the new poller' },
  duration: { ja: '所要', en: 'Took' },
  noMatch: { ja: '条件に一致するSIMはありません', en: 'No SIM matches' },
  underSecond: { ja: '1秒未満', en: 'under 1 s' },
  seconds: { ja: (n: string) => `${n}秒`, en: (n: string) => `${n} s` },
  minutes: { ja: (m: number, s: string) => `${m}分${s}秒`, en: (m: number, s: string) => `${m} min ${s} s` },
  hours: { ja: (h: number, m: number) => `${h}時間${m}分`, en: (h: number, m: number) => `${h} h ${m} min` },
})
