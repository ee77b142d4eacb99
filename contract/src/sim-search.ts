/**
 * A search for SIMs, by words or by whole numbers. A SIM matches words if each word occurs in one of its fields, in any spelling of the
 * word. It matches numbers if it has one of them.
 */
export type Sought = { words: Words } | { numbers: readonly string[] }
export type Words = readonly (readonly string[])[]

/** Maximum count of numbers in one search: of a request's body, and of an address. */
export const maxNumbers = 10_000
export const maxInAddress = 1000
/** Maximum length of a search text that is not a list of numbers, and the maximum count of its words. */
export const longestText = 64
const maxWords = 8
/** The greatest length of a list of `most` numbers of twenty digits, printed in groups. */
export const longestListOf = (most: number): number => 26 * most

const dashes = String.raw`\-\u2010-\u2015\u2212ー`
const digitSeparators = new RegExp(String.raw`[\s()${dashes}]`, 'gu')
const digitGroups = new RegExp(String.raw`^\+?[\d\s()${dashes}]+$`, 'u')
/** The separators of numbers in a list and of words. */
const separators = /[\r\n\t,;、]+/u

const tooLongRun = new RegExp(String.raw`[^\s,;、，；]{${longestText + 1}}`)

/**
 * True for a text that can be normalised and split in a short time. Normalisation takes quadratic time for combining marks in a row, and
 * can make eighteen characters of one, so no word and no number may be longer than `longestText`.
 */
const isReadable = (typed: string, longest: number): boolean =>
  typed.length <= longest && !tooLongRun.test(typed) && halfWidth(typed).length <= longest

/** Changes full-width characters to half width, since a Japanese keyboard may type either. */
export const halfWidth = (text: string): string => text.normalize('NFKC').trim()

/** Removes separators between the digits of a number. Leaves other texts as they are. */
export function plainNumber(text: string): string {
  const plain = halfWidth(text)
  return digitGroups.test(plain) ? plain.replaceAll(digitSeparators, '') : plain
}

const quotes = String.raw`"'\u2018-\u201F«»‹›「」『』\u0060`
const quotedNumber = new RegExp(String.raw`[${quotes}]([+(]*\d[\d\s()${dashes}]*)[${quotes}]`, 'gu')
const names = ['icc-?id', 'imsi', 'msisdn', 'imei ?[12]?', 'eid', 'sim', 'tel', 'phone number', '携帯電話', '電話', '回線']
const label = `(?:${names.flatMap((name) => [`${name}番号`, name]).join('|')})`
/** Names of numbers, as forms, letters and other systems write them before a number. */
const labels = new RegExp(
  String.raw`(?<![\p{L}\p{N}])([${quotes}]?)${label}(?: ?\(${label}\))?([${quotes}]?)[ \t]*(?:[:=][ \t]*(?=[${quotes}]?[+(]*\d)|(?=[+(]*\d[\d \t()${dashes}]{8,}\d))`,
  'giu',
)

/** A text without the quotation marks around its numbers and without the names before them: `ICCID: “8981…”` is that number. */
export const bareNumbers = (text: string): string =>
  halfWidth(text)
    // A quotation mark that closes after the number, not after the name, is kept for `quotedNumber`.
    .replaceAll(labels, (_, opened: string, closed: string) => (closed === '' ? opened : ''))
    .replaceAll(quotedNumber, '$1')

export const isNumber = (text: string): boolean => /^\+?\d*$/.test(text)
/** ICCID, IMSI, MSISDN and IMEI have at least ten digits. */
const isWhole = (text: string): boolean => /^\+?\d{10,22}$/.test(plainNumber(text))

/** Reads one number that is printed in groups: an ICCID in groups of four, a telephone number or an IMEI. Null for other texts. */
function groupedNumber(text: string): string | null {
  const groups = text.split(/\s+/)
  if (groups.length < 3 || !groups.every((group) => /^[+(]*\d{1,6}\)?$/.test(group))) return null
  const number = plainNumber(text)
  const byFours = groups.every(({ length }, at) => length === 4 || (at === groups.length - 1 && length < 4))
  const isTelephone = /^(\+|0)\d{9,14}$/.test(number)
  const isImei = /^(2 6 6 [12]|6 2 6 [12]|8 6 [12])$/.test(groups.map(({ length }) => length).join(' '))
  return number.length <= 22 && (byFours || isTelephone || isImei) ? number : null
}

/**
 * Reads a typed or pasted search: `8981 1000 0234 5142 0176`, `ICCID: 8981…`, `自販機 札幌`, or numbers separated by lines, commas or spaces.
 */
export function soughtIn(typed: string): Sought {
  const text = bareNumbers(typed)
  const items = text
    .split(separators)
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .flatMap((item) => {
      if (groupedNumber(item) !== null) return [item]
      const parts = item.split(/\s+/)
      return parts.filter(isWhole).length > 1 ? parts : [item]
    })
  if (items.filter(isWhole).length > 1) return { numbers: [...new Set(items.map(plainNumber))] }
  const grouped = groupedNumber(text)
  if (grouped !== null) return { words: [spellingsOf(grouped, text)] }
  const words = items.flatMap((item) => item.split(/\s+/))
  return { words: [...new Set(words.length > 0 ? words : [text])].map((word) => spellingsOf(plainNumber(word), word)) }
}

/**
 * The spellings of one word. A Japanese mobile number also has its international form, and a number with a plus also has the form without
 * it.
 */
function spellingsOf(plain: string, typed: string): string[] {
  const fromAbroad = /^0(20|[789]0)\d{8,11}$/.test(plain) ? [`81${plain.slice(1)}`] : []
  const withoutPlus = plain.startsWith('+') && isWhole(plain) ? [plain.slice(1)] : []
  return [...new Set([plain, typed, ...fromAbroad, ...withoutPlus])]
}

/** The forms in which a number of a list may be stored. */
export function wholeSpellingsOf(number: string): string[] {
  const [plain = number, ...others] = spellingsOf(number.replace(/^\+/, ''), number)
  return [...new Set([plain, ...others].flatMap((one) => (/^\d+$/.test(one) ? [one, `+${one}`] : [one])))]
}

/** True for a text that begins with several numbers. */
function beginsAsList(typed: string): boolean {
  const start = typed.slice(0, 1000)
  return !tooLongRun.test(start) && 'numbers' in soughtIn(start)
}

/** The fault of a search text, which may contain up to `most` numbers; null when it has none. */
export function soughtProblem(typed: string, most = maxInAddress): 'empty' | 'tooLong' | 'tooMany' | null {
  if (typed.trim() === '') return 'empty'
  if (!isReadable(typed, longestListOf(most))) return beginsAsList(typed) ? 'tooMany' : 'tooLong'
  const sought = soughtIn(typed)
  if ('numbers' in sought) return sought.numbers.length > most ? 'tooMany' : null
  return typed.trim().length > longestText || sought.words.length > maxWords ? 'tooLong' : null
}

/** The search as a short text for a URL. */
export function shortened(typed: string): string {
  const sought = soughtIn(typed)
  return 'numbers' in sought ? sought.numbers.join(',') : typed.trim()
}

/** Reads numbers of SIMs, separated by commas, spaces or lines. Null when the text contains anything else, or more than `most` numbers. */
export function simIdsIn(typed: string, most = maxInAddress): number[] | null {
  if (!isReadable(typed, longestListOf(most))) return null
  const ids = halfWidth(typed)
    .split(/[\s,;、]+/u)
    .filter((id) => id !== '')
  const areIds = ids.length > 0 && ids.length <= most && ids.every((id) => /^[1-9]\d{0,14}$/.test(id))
  return areIds ? [...new Set(ids.map(Number))] : null
}
