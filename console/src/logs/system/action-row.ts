import type { SubjectKind } from '@simdeck/contract/actions.ts'
import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { ActionLog } from '@simdeck/contract/logs.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { textIn } from '../../ui/words/text.ts'
import { actionText, actionWords, otaActionText } from './action-words.ts'
import { fieldName, isKnownField, valueText } from './field-names.ts'
import { wordsOfOperation } from './operation-words.ts'
import { systemText } from './system-text.ts'

const firstFailure = 400
/** Text of a secret in the action log. */
export const secretMark = '***'

export const isFailure = ({ status }: Pick<ActionLog, 'status'>): boolean => status >= firstFailure

/** Kind of the first record that an action concerns. */
export const kindOf = ({ subjects }: Pick<ActionLog, 'subjects'>): SubjectKind | null =>
  (subjects[0]?.split(':')[0] as SubjectKind | undefined) ?? null

/** Name of the call, or of the action for a call that has no name. */
export const nameOfAction = (row: ActionLog, language: Language): string =>
  wordsOfOperation(row.operation, parametersOf(row))?.[language] ??
  actionWords(row.action, kindOf(row), textIn(actionText, language), textIn(otaActionText, language))

/** The author: the present name of a member, the name of an API ID, or the e-mail of a deleted account. */
export const authorOf = ({ request_by: by, request_by_name: name }: Pick<ActionLog, 'request_by' | 'request_by_name'>): string => name ?? by

/** Name of the record; null if the row names none. */
export function objectOf(row: ActionLog, language: Language): string | null {
  const t = textIn(systemText, language)
  const [first] = row.subjects
  if (!first) return row.subject_name
  const id = first.slice(first.indexOf(':') + 1)
  const name = row.subject_name ?? (kindOf(row) === 'setting' ? fieldName(id, language) : `#${id}`)
  return row.subjects.length > 1 ? `${name}${t.others(row.subjects.length - 1)}` : name
}

/** Value before or after a change in words. A secret is only told to be set; null for no value. */
export function shownValue(field: string, value: unknown, language: Language): string | null {
  if (value === null || value === undefined) return null
  return value === secretMark ? textIn(systemText, language).isSet : valueText(field, value, language)
}

/** Message of a failure in the language of the user, if the catalogue has it. */
export function failureWords(message: string, language: Language): string {
  return Object.values(errorCatalogue).find(({ en }) => en === message)?.[language] ?? message
}

/**
 * Content of a row in one line: the failure, the first change, the number of SIMs, or the parameters that have names. A call with an API ID
 * that changed nothing is its request; null for a row without content.
 */
export function contentOf(row: ActionLog, language: Language): string | null {
  const t = textIn(systemText, language)
  if (row.message !== null) return failureWords(row.message, language)
  const [first, ...more] = row.changes
  if (first) {
    const [before, after] = [first.before, first.after].map((value) => shownValue(first.field, value, language) ?? '—')
    const values = first.before === null ? after : `${before} → ${after}`
    return `${fieldName(first.field, language)} ${values}${more.length > 0 ? t.more(more.length) : ''}`
  }
  const given = parametersOf(row)
  if (typeof given['sims'] === 'number') return t.sims(formatNumber(given['sims']))
  const known = Object.entries(given).filter(([field, value]) => isKnownField(field) && typeof value !== 'object' && value !== '')
  const words = known.slice(0, maxFields).map(([field, value]) => `${fieldName(field, language)} ${shownValue(field, value, language)}`)
  if (words.length > 0) return words.join(t.comma)
  return row.action === 'openApiCall' || row.operation === null ? `${row.method} ${row.url}` : null
}

const maxFields = 3

/** The parameters of the request; none if their text was cut. */
function parametersOf({ request_params: params }: ActionLog): Record<string, unknown> {
  try {
    return JSON.parse(params) as Record<string, unknown>
  } catch {
    return {}
  }
}
