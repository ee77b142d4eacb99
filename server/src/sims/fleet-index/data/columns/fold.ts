/** The form in which texts are searched. Compatible characters become equal (NFKC), and so do upper and lower case. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')

/**
 * Writes the folded form of a text in octets of UTF-8 to `folded`, and returns the number of octets that differ. Returns −1 for texts with
 * other characters than ASCII, kana, and ideographs from U+4E00 to U+9FFF, and for those that are longer than `folded`.
 */
export function foldOctets(octets: Uint8Array, from: number, to: number, folded: Uint8Array): number {
  if (to - from > folded.length) return -1
  let changed = 0
  for (let at = from; at < to;) {
    const width = simpleWidth(octets, at)
    if (width === 0) return -1
    const octet = octets[at]!
    const isCapital = octet >= 0x41 && octet <= 0x5a
    if (isCapital) changed++
    folded[at - from] = isCapital ? octet + 0x20 : octet
    for (let next = 1; next < width; next++) folded[at - from + next] = octets[at + next]!
    at += width
  }
  return changed
}

/** The octets of the character at a place, if its folded form is that of ASCII or the character itself next to any others; otherwise 0. */
function simpleWidth(octets: Uint8Array, at: number): 0 | 1 | 3 {
  const first = octets[at]!
  if (first < 0x80) return 1
  if (first >= 0xe5 && first <= 0xe9) return 3
  const second = octets[at + 1]!
  if (first === 0xe4) return second >= 0xb8 ? 3 : 0
  if (first !== 0xe3) return 0
  const third = octets[at + 2]!
  if (second === 0x81) return third >= 0x81 ? 3 : 0
  if (second === 0x82) return third <= 0x96 || third >= 0xa1 ? 3 : 0
  return second === 0x83 && (third <= 0xba || third === 0xbc) ? 3 : 0
}
