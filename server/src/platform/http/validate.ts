import type { z } from 'zod'
import { ApiError, type ErrorCode, type FieldError, maxFields } from '@simdeck/contract/errors.ts'
import { type InputFault, inputFaults } from '@simdeck/contract/input-faults.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { codeOf, fieldsOf } from './input-texts.ts'

/** Maximum of values in a request; the largest body of the contract names ten thousand SIMs. */
const maxValues = 20_000
const maxDepth = 20

/**
 * The value as parsed by the schema. Throws an `ApiError` that names the first wrong fields in the caller's language, with the code of the
 * first check that has one, else `invalidInput`. The work is linear in the size of the value, and the schema never sees a value larger than
 * any call needs.
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown, language: Language): z.output<S> {
  const fault = new SizeCheck().faultOf(value, 0)
  if (fault) throw new ApiError('invalidInput', { fields: [{ path: '', message: inputFaults[fault](0)[language] }] })
  // Messages are made afterwards, and only for the issues that are returned.
  const parsed = schema.safeParse(value, { error: () => '', reportInput: true })
  if (parsed.success) return parsed.data
  throw asApiError(parsed.error.issues, language)
}

function asApiError(issues: readonly z.core.$ZodIssue[], language: Language): ApiError {
  const fields: FieldError[] = []
  let count = 0
  let code: ErrorCode | null = null
  for (const issue of issues) {
    code ??= codeOf(issue)
    const found = fieldsOf(issue, maxFields, language)
    count += found.count
    if (fields.length < maxFields) fields.push(...found.fields)
  }
  return new ApiError(code ?? 'invalidInput', { fields, fieldCount: count })
}

/** Objects with these fields throw when they are compared or converted to text, and schemas compare before they check types. */
const conversions = ['toString', 'valueOf']

/**
 * Checks that a value is no larger or deeper than any call needs, and contains only text that PostgreSQL can store: no U+0000, no lone
 * surrogate.
 */
class SizeCheck {
  #left = maxValues

  faultOf(value: unknown, depth: number): InputFault | null {
    if (this.#left-- <= 0) return 'tooMuch'
    if (typeof value === 'string') return isStorable(value) ? null : 'notStorable'
    if (typeof value !== 'object' || value === null) return null
    if (depth > maxDepth) return 'tooDeep'
    if (Array.isArray(value)) return value.length > this.#left ? 'tooMuch' : this.#first(value, depth)
    const keys = Object.keys(value)
    if (keys.length > this.#left) return 'tooMuch'
    if (!keys.every(isStorable)) return 'notStorable'
    if (conversions.some((name) => Object.hasOwn(value, name))) return 'unknownField'
    return this.#first(Object.values(value), depth)
  }

  #first(parts: readonly unknown[], depth: number): InputFault | null {
    for (const part of parts) {
      const fault = this.faultOf(part, depth + 1)
      if (fault) return fault
    }
    return null
  }
}

const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** A query without its empty values. */
export function dropEmpty(query: unknown): unknown {
  return Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ''))
}
