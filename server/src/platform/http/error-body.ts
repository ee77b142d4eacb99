import {
  type ApiError,
  type ErrorBody,
  errorCatalogue,
  type FieldError,
  maxFieldBytes,
  maxFields,
  type Uses,
} from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'

const maxPathLength = 100
const maxDetailLength = 150
/** Names of campaigns may take three bytes for a character. */
const maxCampaigns = 3

/** The body of an error answer; at most 2 kB for any input. */
export function errorBody(error: ApiError, language: Language): ErrorBody {
  const fields = firstOf(error.fields ?? [])
  const more = error.fieldCount - fields.length
  return {
    message: errorCatalogue[error.code][language],
    code: error.code,
    ...(error.fields ? { fields } : {}),
    ...(more > 0 ? { moreFields: more } : {}),
    ...(error.detail ? { detail: cut(error.detail[language], maxDetailLength) } : {}),
    ...(error.uses ? { uses: firstUses(error.uses) } : {}),
  }
}

function firstUses({ campaigns, moreCampaigns, ...uses }: Uses): Uses {
  const named = campaigns.slice(0, maxCampaigns).map(({ id, name }) => ({ id, name: cut(name, maxPathLength) }))
  return { ...uses, campaigns: named, moreCampaigns: moreCampaigns + campaigns.length - named.length }
}

function firstOf(all: readonly FieldError[]): FieldError[] {
  const fields: FieldError[] = []
  let bytes = 0
  for (const { path, message } of all.slice(0, maxFields)) {
    const field = { path: cut(path, maxPathLength), message: cut(message, maxDetailLength) }
    bytes += Buffer.byteLength(JSON.stringify(field))
    if (bytes > maxFieldBytes) break
    fields.push(field)
  }
  return fields
}

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text)
