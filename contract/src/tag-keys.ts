/** Maximum length of a tag in characters, of the tags of one SIM, and of the different tags of an installation. */
export const longestTag = 32
export const maxTagsOfSim = 20
export const maxTags = 1000

/** The form by which tags are equal: of one width (NFKC), in lower case, without spaces around it and with single ones between words. */
export const tagKey = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replaceAll(/\s+/gu, ' ')

/** A tag as it is stored for people to read. */
export const tagLabel = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')
