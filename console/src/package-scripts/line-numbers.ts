/** Ascending numbers of lines as a text, in which neighbours are joined: `1, 3–5`. */
export function numbersText(numbers: readonly number[], language: 'ja' | 'en'): string {
  const ranges: [first: number, last: number][] = []
  for (const number of numbers) {
    const open = ranges.at(-1)
    if (open && open[1] === number - 1) open[1] = number
    else ranges.push([number, number])
  }
  const join = language === 'ja' ? '〜' : '–'
  const texts = ranges.map(([first, last]) => (first === last ? String(first) : `${first}${join}${last}`))
  return texts.join(language === 'ja' ? '、' : ', ')
}
