import type { Language } from '@simdeck/contract/languages.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import { diagnoseStatusWord, explainStatusWord } from '@simdeck/protocol/status-words.ts'
import { isOfFiles } from '../../campaigns/results/failure-causes.ts'
import { otaCodeText, reasonOtaText } from '../../campaigns/results/ota-code-text.ts'
import { textIn } from '../../ui/words/text.ts'
import { otaText } from './ota-text.ts'
import { translatedTitle } from '../trace/trace-content.ts'

const cardError = 500
const notEnoughMemory = '6A84'

export interface OtaDiagnosis {
  /** Status word; null if the card did not send one. */
  sw: string | null
  answer: string
  cause: string
  next: string
  /** True if the card has too little free memory. A mere retry then fails again. */
  outOfMemory: boolean
}

/** Diagnosis of a failed OTA: by the status word for code 500, otherwise by the code (specification §8). */
export function diagnoseOta({ progress, failed_command: command, channel_at: channelAt }: OtaLog, language: Language): OtaDiagnosis {
  const t = textIn(otaText, language)
  const { code, reason } = progress
  if (reason === 'cancelled') {
    const cause = channelAt === null ? t.cancelledCause : t.cancelledBegunCause
    return { sw: null, answer: t.cancelled, cause, next: t.cancelledNext, outOfMemory: false }
  }
  const sw = progress.sw?.toUpperCase() ?? null
  const special = reasonOtaText(reason)
  if (code === cardError && sw !== null) {
    const word = Number.parseInt(sw, 16)
    const diagnosis = diagnoseStatusWord(word, isOfFiles(progress.action_type.type))
    const cause = special
      ? special.likelyCause[language]
      : diagnosis
        ? t.likely(diagnosis.likelyCause[language])
        : (otaCodeText(code)?.likelyCause[language] ?? '')
    return {
      sw: reason === 'notEnoughMemory' ? null : sw,
      answer: (special?.meaning ?? explainStatusWord(word))[language],
      cause: command === null ? cause : t.refusedAt(translatedTitle(command, language)) + cause,
      next: (special ?? diagnosis)?.nextAction[language] ?? t.askTrace,
      outOfMemory: sw === notEnoughMemory,
    }
  }
  const codeText = code === null ? null : (special ?? otaCodeText(code))
  return {
    sw: null,
    answer: code === null ? t.noReason : t.withCode(codeText?.meaning[language] ?? t.noReason, code),
    cause: codeText?.likelyCause[language] ?? '',
    next: codeText?.nextAction[language] ?? t.askTrace,
    outOfMemory: false,
  }
}

/** Free and missing memory. Null if the memory suffices, or if the load size or the free memory is unknown. */
export function memoryShortage(neededBytes: number | undefined, freeBytes: number | null): { free: number; short: number } | null {
  if (neededBytes === undefined || freeBytes === null || freeBytes >= neededBytes) return null
  return { free: freeBytes, short: neededBytes - freeBytes }
}
