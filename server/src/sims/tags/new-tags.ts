import { tagKey, tagLabel } from '@simdeck/contract/tag-keys.ts'

/** A tag: `key` is the form by which it is found, `label` its text. */
export type Tag = { key: string; label: string }

/** Each tag once, with the text that comes first, in the order of their keys as PostgreSQL sorts them. */
export function newTags(texts: readonly string[]): Tag[] {
  const labels = new Map<string, string>()
  for (const text of texts) if (!labels.has(tagKey(text))) labels.set(tagKey(text), tagLabel(text))
  return [...labels]
    .map(([key, label]) => ({ key, label }))
    .toSorted((one, other) => Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)))
}
