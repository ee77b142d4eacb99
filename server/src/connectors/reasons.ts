import type { Language, Words } from '@simdeck/contract/languages.ts'
import { simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import { type SimStatus, simStatuses } from '@simdeck/contract/sim-values.ts'

/** The reason for refusing a SIM whose present status does not permit the change. */
export const refusedFrom = (status: SimStatus): string => `from ${status}`

const carrierMark = 'carrier '
/** The reason of a carrier, in its own words. */
export const refusedBy = ({ code, message }: { code: string; message: string }): string => `${carrierMark}${code} ${message}`

export const statusReasons: Readonly<Record<string, Words>> = {
  notAtCarrier: {
    ja: '登録されている通信事業者のアカウントに、このSIMはありません',
    en: 'None of the accounts at the carrier has this SIM',
  },
  noUsableAnswer: {
    ja: '通信事業者が、この変更に有効な応答を返しません。SIMの状態は、通信事業者から最後に読み取ったものです',
    en: 'The carrier gives no usable answer to this change. The status of the SIM is the last one that the carrier told',
  },
  ...Object.fromEntries(
    simStatuses.map((status) => [
      refusedFrom(status),
      {
        ja: `現在の状態（${simStatusLabel[status]}）からは変更できません`,
        en: `The present status, ${simStatusLabel[status]}, does not permit this change`,
      },
    ]),
  ),
}

/** The text of a carrier's refusal: our words, then those of the carrier. Null for another reason. */
export function carrierReason(reason: string, language: Language): string | null {
  if (!reason.startsWith(carrierMark)) return null
  const words = reason.slice(carrierMark.length)
  return language === 'ja' ? `通信事業者が変更を拒否しました：${words}` : `The carrier refused the change: ${words}`
}
