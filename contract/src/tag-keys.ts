import { oneLine } from './line.ts'

/** Maximum length of a tag in characters, of the tags of one SIM, and of the different tags of an installation. */
export const longestTag = 32
export const maxTagsOfSim = 20
export const maxTags = 1000

/** The text that stands for SIMs without tags in the filter by tags. It is no tag, since a tag contains no comma. */
export const noTags = ','

/** The form by which tags are equal: of one width (NFKC), in lower case, without spaces around it and with single ones between words. */
export const tagKey = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replaceAll(/\s+/gu, ' ')

/** A tag as it is stored for people to read. */
export const tagLabel = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')

/** The tags in a text, separated by commas or lines. */
export const tagsIn = (text: string): string[] =>
  text
    .split(/[,，、､﹐﹑\r\n\t]+/u)
    .map(tagLabel)
    .filter((tag) => tagKey(tag) !== '')

/** The reason why a text without commas is no tag; null for a tag. */
export function tagProblem(tag: string): 'tooLong' | 'unseen' | null {
  // Normalisation of longer texts could take long.
  if (tag.length > 2 * longestTag) return 'tooLong'
  if ([tag, tagKey(tag)].some((text) => Array.from(text).length > longestTag)) return 'tooLong'
  return oneLine.test(tag) ? null : 'unseen'
}

/** The tags without those that have the same key as an earlier one. */
export function eachOnce(tags: readonly string[]): string[] {
  const keys = new Set<string>()
  return tags.filter((tag) => !keys.has(tagKey(tag)) && keys.add(tagKey(tag)))
}
