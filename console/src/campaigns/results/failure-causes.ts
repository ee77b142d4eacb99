import { failureCauseOf } from '@simdeck/contract/campaign-again.ts'
import { causeNameOf } from '@simdeck/contract/campaign-report.ts'
import type { CampaignDiagnosis } from '@simdeck/contract/campaign-report.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { Progress } from '@simdeck/contract/ota-progress.ts'
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

/**
 * SIMs of a campaign that failed for the same reason. `name` finds them in the list of its SIMs; null if there is no code. `causes` name
 * them for another campaign.
 */
export interface FailureCause extends Outcome {
  key: string
  sims: number
  name: string | null
  causes: string[]
}
type Group = Pick<CampaignDiagnosis['causes'][number], 'code' | 'sw' | 'reason' | 'sims'>

const unknownCause: Words = { ja: '原因の記録なし', en: 'No cause recorded' }
const defaultAction: Words = { ja: '生ログを確認', en: 'Read the raw log' }

type Ended = { progress: Pick<Progress, 'code' | 'sw' | 'reason'> & Partial<Pick<Progress, 'action_type'>> }

/** True for an OTA on the files of a card. */
export const isOfFiles = (actionType: number | undefined): boolean => actionType === otaKinds.rfm.actionType

/** Outcome of an OTA by its code and status word. Null for an OTA that has no code and was not cancelled. */
export function outcomeOf({ progress: { code, sw, reason, action_type: action } }: Ended): Outcome | null {
  if (reason === 'cancelled') return { code: null, ...cancelledOtaText }
  const special = reasonOtaText(reason)
  const known = code === null ? null : (special ?? otaCodeText(code))
  const statusWord = sw !== null && /^[0-9A-Fa-f]{4}$/.test(sw) ? Number.parseInt(sw, 16) : null
  if (code === 500 && statusWord !== null) {
    return {
      code: `500 · ${statusWord.toString(16).toUpperCase()}`,
      meaning: special?.meaning ?? explainStatusWord(statusWord),
      ...(special ??
        diagnoseStatusWord(statusWord, isOfFiles(action?.type)) ?? {
          likelyCause: known?.likelyCause ?? null,
          nextAction: known?.nextAction ?? defaultAction,
        }),
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

/** Groups of the same cause as one, the most frequent cause first. `actionType`: that of the OTAs, if they are of one kind. */
export function failureCauses(groups: readonly Group[], actionType?: number): FailureCause[] {
  const causes = new Map<string, FailureCause>()
  for (const group of groups) {
    const progress = { ...group, ...(actionType !== undefined && { action_type: { type: actionType } }) }
    const outcome = outcomeOf({ progress }) ?? { code: null, meaning: unknownCause, likelyCause: null, nextAction: defaultAction }
    const key = [outcome.code, group.reason].filter((part) => part !== null).join(' ')
    const same = causes.get(key)
    const named = [...new Set([...(same?.causes ?? []), failureCauseOf(group)])]
    causes.set(key, { ...outcome, key, sims: (same?.sims ?? 0) + group.sims, name: causeNameOf(group), causes: named })
  }
  return [...causes.values()].toSorted((a, b) => b.sims - a.sims)
}
