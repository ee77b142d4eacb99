import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'

const endBeforeStart = { ja: '終了日時は開始日時より後にしてください', en: 'End time must be later than start time' }

type Period<Name extends string> = { [Key in `${Name}_start` | `${Name}_end`]?: string | undefined }

/** Throws `ApiError('invalidInput')` if the end of a filter is not after its start. */
export function checkPeriod<Name extends string>(name: Name, filter: Period<Name>, language: Language): void {
  const { [`${name}_start` as const]: start, [`${name}_end` as const]: end } = filter as Record<string, string | undefined>
  if (start !== undefined && end !== undefined && Date.parse(end) <= Date.parse(start))
    throw new ApiError('invalidInput', { fields: [{ path: `${name}_end`, message: endBeforeStart[language] }] })
}
