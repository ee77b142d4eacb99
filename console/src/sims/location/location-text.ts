import { defineText } from '../../ui/words/text.ts'

export const locationText = defineText({
  station: { ja: '基地局', en: 'Base station' },
  lacCell: { ja: 'LAC / セル', en: 'LAC / cell' },
  about: { ja: (metres: string) => `誤差 約${metres} m`, en: (metres: string) => `within about ${metres} m` },
  title: { ja: '基地局の履歴', en: 'Base stations' },
  note: {
    ja: (n: number) => `基地局が変わるたびに記録し、新しい順に${n}件まで表示します。`,
    en: (n: number) => `Recorded whenever the base station changes; the newest ${n === 1 ? 'one is' : `${n} are`} shown.`,
  },
  none: {
    ja: '基地局は、TelemetryがインストールされたSIMがポーリングのたびに知らせます。',
    en: 'A SIM with Telemetry installed reports its base station at each poll.',
  },
  unknownPlaces: {
    ja: 'これらの基地局は、インポートした位置データにありません（npm run -s cells）。',
    en: 'These base stations are not among the imported cell towers (npm run -s cells).',
  },
  since: { ja: '最初のポーリング', en: 'First poll' },
  until: { ja: '最終ポーリング', en: 'Last poll' },
  now: { ja: '（現在）', en: ' (present)' },
  mapOf: { ja: (sim: string) => `${sim}の基地局の地図`, en: (sim: string) => `Map of the base stations of ${sim}` },
  position: { ja: '緯度、経度', en: 'Latitude, longitude' },
  accuracy: { ja: '誤差', en: 'Accuracy' },
  within: {
    ja: (metres: string, source: string) => `約${metres} m（${source}）`,
    en: (metres: string, source: string) => `about ${metres} m (${source})`,
  },
  cell: { ja: 'セル', en: 'cell' },
  site: { ja: '同じ基地局のセル', en: 'cells of the same base station' },
  area: { ja: '同じエリア', en: 'same area' },
  network: { ja: '無線方式', en: 'Radio' },
})

/** Names of access technologies (ETSI TS 102 223 §8.61). */
const radioNames: Record<number, string> = { 0: 'GSM', 3: 'UMTS', 8: 'LTE', 10: 'NR' }
export const radioName = (radio: number): string => radioNames[radio] ?? String(radio)
