import { z } from 'zod'
import { ApiError, type FieldError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'

const locales = { ja: z.locales.ja().localeError, en: z.locales.en().localeError }

/** The value as the schema wants it, or `ApiError('invalidInput')` that names each wrong field in the caller's language. */
export function validate<S extends z.ZodType>(schema: S, value: unknown, language: Language): z.output<S> {
  refuseUnstorable(value, 0)
  const parsed = schema.safeParse(value, { error: locales[language] })
  if (parsed.success) return parsed.data
  throw new ApiError('invalidInput', { fields: parsed.error.issues.flatMap(fieldErrors) })
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join('.')
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
  return issue.keys.map((key) => ({ path: path === '' ? key : `${path}.${key}`, message: issue.message }))
}

/** PostgreSQL text can hold neither U+0000 nor half a surrogate pair; they never mean anything good. */
function refuseUnstorable(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) throw new ApiError('invalidInput')
  } else if (typeof value === 'object' && value !== null) {
    if (depth > 20) throw new ApiError('invalidInput')
    for (const [key, part] of Object.entries(value)) {
      refuseUnstorable(key, depth + 1)
      refuseUnstorable(part, depth + 1)
    }
  }
}

/** A query without the keys that were left empty. */
export function dropEmpty(query: unknown): unknown {
  return Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ''))
}
