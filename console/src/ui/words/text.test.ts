import { expect, test } from 'vitest'
import { defineText, textIn } from './text.ts'

const text = defineText({
  title: { ja: '一覧', en: 'List' },
  count: { ja: (n: number) => `${n}件`, en: (n: number) => (n === 1 ? '1 SIM' : `${n} SIMs`) },
})

test('textIn returns the texts of the requested language', () => {
  expect(textIn(text, 'ja').title).toBe('一覧')
  expect(textIn(text, 'en').title).toBe('List')
  expect(textIn(text, 'ja').count(3)).toBe('3件')
  expect(textIn(text, 'en').count(1)).toBe('1 SIM')
})

test('the texts of a language are always the same object, so that memoised columns stay valid', () => {
  expect(textIn(text, 'ja')).toBe(textIn(text, 'ja'))
  expect(textIn(text, 'ja')).not.toBe(textIn(text, 'en'))
})

test('a missing language, or a slot that only one language has, does not compile', () => {
  // @ts-expect-error English is missing
  defineText({ title: { ja: '一覧' } })
  // @ts-expect-error English takes no number
  defineText({ count: { ja: (n: number) => `${n}件`, en: () => 'SIMs' } })
  // @ts-expect-error Japanese is a plain word
  defineText({ count: { ja: '件', en: (n: number) => `${n} SIMs` } })
  // @ts-expect-error the slots differ in type
  defineText({ count: { ja: (n: number) => `${n}件`, en: (n: string) => n } })
})
