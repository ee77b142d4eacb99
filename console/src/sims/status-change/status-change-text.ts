import type { SimDataLog } from '@simdeck/contract/sim-data-logs.ts'
import { connectorFailures } from '@simdeck/contract/connector-words.ts'
import { defineText } from '../../ui/words/text.ts'

const sims = (n: string): string => (n === '1' ? '1 SIM' : `${n} SIMs`)

export const statusChangeText = defineText({
  title: { ja: 'SIMの状態を変更', en: 'Change the status' },
  words: {
    ja: (n: string) =>
      `選択した${n}台のSIMの状態を変更します。現在の状態から変更できないSIMは変更されず、処理の結果に理由とともに表示されます。`,
    en: (n: string) =>
      `The status of the ${sims(n)} selected is changed. A SIM whose present status does not permit it is left as it is, and is listed in the result with the reason.`,
  },
  oneWords: {
    ja: (status: string) => `現在の状態は ${status} です。`,
    en: (status: string) => `The present status is ${status}.`,
  },
  noneOffered: {
    ja: (status: string) => `現在の状態（${status}）から変更できる状態はありません。`,
    en: (status: string) => `From the present status, ${status}, no change is possible here.`,
  },
  status: { ja: '変更後の状態', en: 'New status' },
  missing: { ja: '変更後の状態を選択してください', en: 'Choose the new status' },
  final: {
    ja: (status: string) => `${status} にすると、ここからは元の状態に戻せないことがあります。`,
    en: (status: string) => `After ${status}, the former status may be out of reach from here.`,
  },
  askIccid: { ja: (iccid: string) => `確認のため、ICCID ${iccid} を入力`, en: (iccid: string) => `Type the ICCID, ${iccid}, to confirm` },
  askCount: {
    ja: (n: string) => `確認のため、変更する台数 ${n} を入力`,
    en: (n: string) => `Type the number of SIMs, ${n}, to confirm`,
  },
  mistyped: { ja: '入力が一致しません', en: 'This does not match' },
  act: { ja: (n: string) => `${n}台を変更`, en: (n: string) => `Change ${n}` },
  failed: { ja: '状態の変更を開始できませんでした', en: 'The status could not be changed' },
  history: { ja: 'SIMの状態の履歴', en: 'History of the status' },
  noHistory: { ja: '状態の変更の記録はありません。', en: 'No change of the status is on record.' },
  dataLog: { ja: 'データログ', en: 'Data log' },
  noDataLog: { ja: '通信事業者からの更新の記録はありません。', en: 'This SIM was not refreshed from the carrier yet.' },
  refresh: { ja: '通信事業者から更新', en: 'Refresh from the carrier' },
  refreshed: { ja: '通信事業者から更新しました', en: 'Refreshed from the carrier' },
  notRefreshed: { ja: '通信事業者から更新できませんでした', en: 'The refresh from the carrier failed' },
  succeeded: { ja: '成功', en: 'Succeeded' },
  failedFor: { ja: (cause: string) => `失敗：${cause}`, en: (cause: string) => `Failed: ${cause}` },
  byImport: { ja: 'インポート', en: 'Import' },
  byCarrier: { ja: '通信事業者', en: 'Carrier' },
})

/** The causes of failed refreshes. */
export const dataFailureText = defineText({
  ...connectorFailures,
  notFound: { ja: '通信事業者にこのSIMがありません', en: 'The carrier does not have this SIM' },
} satisfies Record<NonNullable<SimDataLog['failure']>, unknown>)
