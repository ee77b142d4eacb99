/** Normalises a text for comparison: full and half width, upper and lower case, katakana and hiragana become equal. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
}

/** True if the names contain every word of the query. */
export function matches(names: readonly string[], query: string): boolean {
  const among = normalise(names.join(' '))
  return normalise(query)
    .split(/\s+/)
    .every((word) => among.includes(word))
}
