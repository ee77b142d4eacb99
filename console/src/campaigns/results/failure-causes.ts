import type { Words } from '@simdeck/contract/languages.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import { diagnoseStatusWord, explainStatusWord } from '@simdeck/protocol/status-words.ts'
import { cancelledOtaText, otaCodeText, reasonOtaText } from './ota-code-text.ts'

/** Explanation of an OTA that did not succeed. */
export interface Outcome {
  /** Code, with the status word if the card refused a command: `500 · 6A84`. Null if there is no code. */
  code: string | null
  meaning: Words
  /** Null if no cause is known. */
  likelyCause: Words | null
  nextAction: Words
}

/** SIMs of a campaign that failed for the same reason. */
export interface FailureCause extends Outcome {
  key: string
  sims: readonly FailedSim[]
}
export type FailedSim = Pick<OtaLog, 'sim_id' | 'iccid' | 'device_alias'>

const unknownCause: Words = { ja: '原因の記録なし', en: 'No cause recorded' }
const defaultAction: Words = { ja: '生ログを確認', en: 'Read the raw log' }

/** Outcome of an OTA by its code and status word. Null for an OTA that has no code and was not cancelled. */
export function outcomeOf({ progress: { code, sw, reason } }: Pick<OtaLog, 'progress'>): Outcome | null {
  if (reason === 'cancelled') return { code: null, ...cancelledOtaText }
  const special = reasonOtaText(reason)
  const known = code === null ? null : (special ?? otaCodeText(code))
  const statusWord = sw !== null && /^[0-9A-Fa-f]{4}$/.test(sw) ? Number.parseInt(sw, 16) : null
  if (code === 500 && statusWord !== null) {
    return {
      code: `500 · ${statusWord.toString(16).toUpperCase()}`,
      meaning: special?.meaning ?? explainStatusWord(statusWord),
      ...(special ??
        diagnoseStatusWord(statusWord) ?? { likelyCause: known?.likelyCause ?? null, nextAction: known?.nextAction ?? defaultAction }),
    }
  }
  if (code === null || code === 0) return null
  return {
    code: String(code),
    meaning: known?.meaning ?? unknownCause,
    likelyCause: known?.likelyCause ?? null,
    nextAction: known?.nextAction ?? defaultAction,
  }
}

/** Failed OTAs grouped by cause, the most frequent cause first. A SIM whose removal and installation both failed counts once. */
export function failureCauses(logs: readonly OtaLog[]): FailureCause[] {
  const causes = new Map<string, Outcome & { key: string; sims: Map<number, FailedSim> }>()
  for (const log of logs) {
    const outcome = outcomeOf(log) ?? { code: null, meaning: unknownCause, likelyCause: null, nextAction: defaultAction }
    const key = [outcome.code, log.progress.reason].filter((part) => part !== null).join(' ')
    const cause = causes.get(key) ?? { ...outcome, key, sims: new Map<number, FailedSim>() }
    cause.sims.set(log.sim_id, { sim_id: log.sim_id, iccid: log.iccid, device_alias: log.device_alias })
    causes.set(key, cause)
  }
  return [...causes.values()]
    .map((cause) => ({ ...cause, sims: [...cause.sims.values()] }))
    .toSorted((a, b) => b.sims.length - a.sims.length)
}
