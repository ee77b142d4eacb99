/** One spelling for what reads alike: full and half width, upper and lower case, katakana and hiragana. */
export function normalise(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
}

/** Whether every word of the query stands somewhere in the names. */
export function matches(names: readonly string[], query: string): boolean {
  const among = normalise(names.join(' '))
  return normalise(query)
    .split(/\s+/)
    .every((word) => among.includes(word))
}
