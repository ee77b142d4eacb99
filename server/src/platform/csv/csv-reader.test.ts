import { expect, test } from 'vitest'
import { CsvReader } from './csv-reader.ts'

// If every piece of a long line caused a new search through the whole line, this test would take seconds.
test('a long line that arrives octet by octet gives the same records as one that arrives at once', () => {
  const cell = 'x'.repeat(60_000)
  const lines = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? `"${cell}\n"` : `${cell},`))
  const reader = new CsvReader(64 * 1024)
  const records = lines
    .join('\n')
    .split('')
    .flatMap((character) => reader.read(character))
  expect([...records, ...reader.read('', true)]).toEqual(new CsvReader(64 * 1024).read(lines.join('\n'), true))
})

test.each([',', ';', '\t'] as const)('cells are separated by %j alone, also beside quotation marks and blanks', (separator) => {
  const others = [',', ';', '\t'].filter((other) => other !== separator && other !== '\t').join('')
  const line = (...cells: string[]) => cells.join(separator)
  const text = [line('a', '', `b${others}c`), line('"d"', ` "e${separator}${others}""f" `, 'g'), line('', '"h"'), line('"i"x', 'k')].join(
    '\n',
  )
  const records = new CsvReader(1000, separator).read(text, true)
  expect(records.map(({ cells }) => cells)).toEqual([['a', '', `b${others}c`], ['d', `e${separator}${others}"f`, 'g'], ['', 'h'], null])
})
