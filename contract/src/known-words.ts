import type { Language } from './languages.ts'

/** The kinds of guessable parts in a password. */
const knownKinds = ['person', 'product', 'company', 'year', 'keyboard'] as const
export type KnownKind = (typeof knownKinds)[number]

/** Texts that an attacker may know: name and addresses of the member, names of the product, domains and hosts of the company. */
export type KnownAbout = { person: readonly string[]; product: readonly string[]; company: readonly string[] }

/** The shortest known word. Random passwords contain shorter words by chance. */
const shortestWord = 4
/** The longest known word, since no password is longer. */
const longestWord = 64
/** The product's name, and the words for its administrators. */
const productWords = ['simdeck', 'root', 'admin', 'administrator', 'operator']
/** Labels of host names that do not identify a company. */
const publicLabels = new Set(['com', 'net', 'org', 'edu', 'gov', 'mail', 'www', 'console', 'localhost'])

/** Characters that people write in place of a letter, with the letter itself. */
const substitutes: Record<string, string> = {
  a: 'a4@',
  b: 'b8',
  e: 'e3',
  g: 'g69',
  i: 'i1!',
  l: 'l1!',
  o: 'o0',
  s: 's5$',
  t: 't7+',
  z: 'z2',
}

/** The rows and columns of English and Japanese keyboards, with and without shift, and the alphabet. */
const runs = [
  '1234567890',
  'qwertyuiop@',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '!@#$%^&*()_+',
  '!"#$%&\'()',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
  '!qaz@wsx#edc$rfv%tgb^yhn&ujm',
  '!qaz"wsx#edc$rfv%tgb&yhn\'ujm',
  'qazwsxedcrfvtgbyhnujm',
  'qawsedrftgyhujikolp',
  'qweasdzxc',
  '147258369',
  '789456123',
  'abcdefghijklmnopqrstuvwxyz',
]
const shortestRun = 4
const bothWays = runs.flatMap((run) => [run, run.split('').toReversed().join('')])
const year = /(?:19[5-9]\d|20[0-4]\d|2050)(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?)?/

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

function pattern(word: string): RegExp {
  return new RegExp(
    word
      .split('')
      .map((letter) => `[${escaped(substitutes[letter] ?? letter)}]`)
      .join(''),
  )
}

const wordsIn = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/))
    .filter((word) => word.length >= shortestWord && word.length <= longestWord)

const domainsIn = (texts: readonly string[]): string[] =>
  wordsIn(texts.map((text) => text.slice(text.lastIndexOf('@') + 1))).filter((word) => !publicLabels.has(word) && !/^\d+$/.test(word))

function runAt(text: string, start: number): number {
  let longest = 0
  for (const run of bothWays) {
    let length = shortestRun
    while (start + length <= text.length && run.includes(text.slice(start, start + length))) longest = Math.max(longest, length++)
  }
  return longest
}

/** Splits the remaining text at each run of characters, until none is left. */
function withoutRuns(text: string): string[] {
  for (let start = 0; start + shortestRun <= text.length; start++) {
    const length = runAt(text, start)
    if (length > 0) return [text.slice(0, start), ...withoutRuns(text.slice(start + length))]
  }
  return [text]
}

/**
 * Removes guessable parts from a password: names of the product, the company and the person, years and dates, and runs on a keyboard, also
 * with digits and symbols in place of letters. Returns the kinds of parts found, and the rest of the password, which alone makes it hard to
 * guess. Reads at most `longestWord` characters.
 */
export function withoutKnownWords(password: string, about: KnownAbout): { rest: string; found: KnownKind[] } {
  let pieces = [password.slice(0, longestWord).toLowerCase()]
  const found = new Set<KnownKind>()
  const split = (kind: KnownKind, cut: (piece: string) => string[]): void => {
    const after = pieces.flatMap(cut)
    if (after.length > pieces.length) found.add(kind)
    pieces = after
  }
  const cutWords = (words: readonly string[]) => (piece: string) =>
    words.reduce((parts, word) => parts.flatMap((part) => part.split(pattern(word))), [piece])
  const longestFirst = (words: readonly string[]) => [...new Set(words)].toSorted((a, b) => b.length - a.length)
  split('product', cutWords(longestFirst([...productWords, ...wordsIn(about.product)])))
  split('company', cutWords(longestFirst(domainsIn(about.company))))
  split('person', cutWords(longestFirst(wordsIn(about.person.map((text) => text.split('@')[0] ?? '')))))
  split('keyboard', withoutRuns)
  split('year', (piece) => piece.split(year))
  return { rest: pieces.join(''), found: knownKinds.filter((kind) => found.has(kind)) }
}

const kindWords: Record<Language, Record<KnownKind, string>> = {
  ja: {
    person: '名前やメールアドレス',
    product: '製品名や管理者を表す言葉',
    company: '会社のドメイン名',
    year: '西暦や日付',
    keyboard: 'キーボードの並び',
  },
  en: {
    person: 'your name or address',
    product: 'names of the product or of administrators',
    company: 'your company’s domain',
    year: 'years and dates',
    keyboard: 'runs on the keyboard',
  },
}

/** The reason for which a password is easy to guess; null when no guessable part was found. */
export function knownWordsReason(found: readonly KnownKind[], language: Language): string | null {
  if (found.length === 0) return null
  const words = found.map((kind) => kindWords[language][kind])
  return language === 'ja'
    ? `${words.join('、')}は推測されやすいため、強度に数えません。ほかの文字を加えてください`
    : `Easy to guess and not counted: ${words.join(', ')}. Add other characters`
}
