import { expect, test } from 'vitest'
import { counters, marks, words, type Word } from './testing/glossary.ts'
import { japaneseTexts, textsOf } from './testing/japanese.ts'

/** Searches and the head of a CSV accept many words for one thing, and fixtures hold names of SIMs, so these files are exempt. */
const understood = /\.fixture\.ts$|guess-columns\.ts$|palette\/entries\.ts$|settings-pages\.ts$/
const shown = japaneseTexts().filter(({ file }) => !understood.test(file))

function faults(rules: readonly Word[]): string[] {
  return shown.flatMap(({ file, line, key, text }) =>
    rules.flatMap(({ use, avoid }) => {
      const found = avoid.exec(text)
      return found ? [`${file}:${line} ${key}: 「${found[0]}」 → ${use} (${text.replaceAll('\n', ' ')})`] : []
    }),
  )
}

test('Japanese texts are read from the sources of console, server and contract', () => {
  const source =
    "const t = { a: { ja: 'あ', en: 'a' }, b: { ja: (n: string) => `残り${n}件`, en: '' }, c: { ja: () => <>全<b>部</b></> } } // コメント"
  expect(textsOf('x.ts', source).map(({ key, text }) => [key, text])).toEqual([
    ['a', 'あ'],
    ['b', '残り{}件'],
    ['c', '全'],
    ['c', '部'],
  ])
  expect(shown.length).toBeGreaterThan(1500)
})

test('each thing has one Japanese word', () => {
  expect(faults(words)).toEqual([])
})

test('SIMs are counted by 台, people by 名, all else by 件', () => {
  expect(faults(counters)).toEqual([])
})

test('brackets and punctuation are full-width, digits and Latin letters half-width', () => {
  expect(faults(marks)).toEqual([])
})
