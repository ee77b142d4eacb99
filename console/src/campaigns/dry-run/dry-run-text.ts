import type { DryRunAction, DryRunReason, DryRunSim } from '@simdeck/contract/dry-run-sims.ts'
import { exclusionReasons } from '@simdeck/contract/bulk-ota.ts'
import type { ExclusionReason } from '@simdeck/contract/bulk-ota.ts'
import type { Language, Words } from '@simdeck/contract/languages.ts'
import { otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import { defineText, textIn } from '../../ui/words/text.ts'
import { wizardText } from '../wizard/wizard-text.tsx'

export const dryRunText = defineText({
  perSim: { ja: 'SIMごとに見る', en: 'See each SIM' },
  title: { ja: 'SIMごとに起きること', en: 'What happens to each SIM' },
  csv: { ja: 'CSV', en: 'CSV' },
  csvFailed: { ja: 'CSVを作成できませんでした', en: 'Could not make the CSV' },
  back: { ja: '戻る', en: 'Back' },
  checking: { ja: '各SIMに起きることを計算しています', en: 'Computing the effect on each SIM' },
  outcome: { ja: '起きること', en: 'What happens' },
  all: { ja: 'すべて', en: 'All' },
  excluded: { ja: '対象外', en: 'Left out' },
  excludedFor: { ja: (reason: string) => `対象外：${reason}`, en: (reason: string) => `Left out: ${reason}` },
  allExcluded: { ja: '対象外のすべて', en: 'All left out' },
  counted: { ja: (name: string, n: string) => `${name} ${n}台`, en: (name: string, n: string) => `${name} (${n})` },
  wave: { ja: '段階', en: 'Wave' },
  allWaves: { ja: 'すべての段階', en: 'All waves' },
  waveOf: { ja: (n: string) => `第${n}段階`, en: (n: string) => `Wave ${n}` },
  search: { ja: 'デバイス名、ICCID、IMSIなど', en: 'Alias, ICCID, IMSI' },
  alias: { ja: 'デバイス名', en: 'Alias' },
  from: { ja: 'いま', en: 'Now' },
  to: { ja: 'あと', en: 'After' },
  nothing: { ja: 'なし', en: 'nothing' },
  unnamed: { ja: '名前なし', en: 'unnamed' },
  commands: { ja: 'コマンド', en: 'Commands' },
  octets: { ja: '通信量', en: 'Data' },
  polls: { ja: 'ポーリング', en: 'Polls' },
  expected: { ja: '見込み', en: 'Expected' },
  within: { ja: (time: string) => `${time}以内`, en: (time: string) => `within ${time}` },
  withinRelease: { ja: (time: string) => `段階の開始から${time}以内`, en: (time: string) => `within ${time} of its wave` },
  unknown: { ja: '不明', en: 'unknown' },
  byParameters: { ja: 'ポーラーの設定の間隔で計算', en: 'By the interval in the poller’s parameters' },
  byPolls: { ja: '直近2回のポーリングの間隔で計算', en: 'By the time between its last two polls' },
  noInterval: { ja: 'ポーリングの間隔がわかりません', en: 'Its polling interval is not known' },
  deleted: { ja: (id: string) => `削除されたSIM（ID ${id}）`, en: (id: string) => `Deleted SIM (id ${id})` },
  removesFirst: { ja: '削除してから書き込み', en: 'removal, then install' },
  none: { ja: '条件に一致するSIMはありません', en: 'No SIM matches' },
  noneWords: { ja: '条件を変えてください', en: 'Change the filter' },
  showAll: { ja: 'すべて表示', en: 'Show all' },
  pollsPerSim: { ja: '1台のポーリング', en: 'Polls per SIM' },
  times: { ja: (n: string) => `${n}回`, en: (n: string) => n },
  duration: { ja: (percent: string) => `所要（${percent}%のSIM）`, en: (percent: string) => `Time until ${percent}% have polled` },
  durationUnknown: { ja: '所要', en: 'Duration' },
  about: { ja: (time: string) => `約${time}`, en: (time: string) => `about ${time}` },
  perWave: { ja: (time: string) => `1段階に約${time}`, en: (time: string) => `about ${time} a wave` },
  durationNote: {
    ja: '所要は各SIMの最後のポーリングからの時間で見積もります。同時実行の上限による待ち時間は含みません',
    en: 'The time follows from the last poll of each SIM. Waits by the limit of sessions at once are not included',
  },
})

export const actionWords: Readonly<Record<DryRunAction, Words>> = {
  update: { ja: '更新', en: 'Update' },
  install: otaKind('install').words.action,
  remove: otaKind('remove').words.action,
  inventory: otaKind('inventory').words.action,
  'iot-safe': otaKind('iot-safe').words.action,
  certificate: otaKind('certificate').words.action,
  'safe-file': otaKind('safe-file').words.action,
  'store-data': otaKind('store-data').words.action,
  rfm: otaKind('rfm').words.action,
  'key-rotation': otaKind('key-rotation').words.action,
  'poller-switch': otaKind('poller-switch').words.action,
  'poller-keys': otaKind('poller-keys').words.action,
  'remove-extra': otaKind('remove-extra').words.action,
}

const rollbackReasons: Readonly<Record<Exclude<DryRunReason, ExclusionReason>, Words>> = {
  changedSince: { ja: 'その後の配信で変更された', en: 'Changed by a later campaign' },
  unknownBefore: { ja: '以前のパッケージか設定が未登録', en: 'Former package or parameters unknown' },
}

const isExclusion = (reason: DryRunReason): reason is ExclusionReason => exclusionReasons.some((one) => one === reason)

/** Name of a reason for leaving out a SIM. */
export const reasonName = (reason: DryRunReason, language: Language): string =>
  isExclusion(reason) ? textIn(wizardText, language)[reason] : rollbackReasons[reason][language]

/** Name of the outcome for a SIM: its action, or the reason for leaving it out. */
export function outcomeName({ action, reason }: Pick<DryRunSim, 'action' | 'reason'>, language: Language): string {
  if (action !== null) return actionWords[action][language]
  return reason === null ? '' : reasonName(reason, language)
}
