import type { Language, Words } from '@simdeck/contract/languages.ts'
import { importText } from '../../sims/import/text.ts'
import { bulkText } from '../../sims/bulk/text.ts'

const reasons: Record<string, Words> = { ...importText, ...bulkText }

/** Why a SIM or a line was refused, for a person; null for what was done. */
export function reasonText(reason: string | null, language: Language): string | null {
  return reason === null ? null : (reasons[reason]?.[language] ?? reason)
}
