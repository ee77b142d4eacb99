import { oneLine } from '@simdeck/contract/line.ts'
import { longestTag, tagKey, tagLabel } from '@simdeck/contract/tag-keys.ts'

export type TagProblem = 'tooLong' | 'unseen' | 'tooMany'

/** The tags in a typed or pasted text, separated by commas or lines. */
export const tagsIn = (typed: string): string[] =>
  typed
    .split(/[,，、､﹐﹑\r\n\t]+/u)
    .map(tagLabel)
    .filter((tag) => tagKey(tag) !== '')

/** The reason why a text is no tag; null for a tag. */
export function tagProblem(tag: string): TagProblem | null {
  if (tag.length > 2 * longestTag) return 'tooLong'
  if ([tag, tagKey(tag)].some((text) => Array.from(text).length > longestTag)) return 'tooLong'
  return oneLine.test(tag) ? null : 'unseen'
}

/** The tags without those that have the same key as an earlier one. */
export function eachOnce(tags: readonly string[]): string[] {
  const keys = new Set<string>()
  return tags.filter((tag) => !keys.has(tagKey(tag)) && keys.add(tagKey(tag)))
}
