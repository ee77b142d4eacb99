import { expect, test } from 'vitest'
import { numbersText } from './line-numbers.ts'

test('numbers of lines are joined where they are neighbours', () => {
  expect(numbersText([1, 3, 4, 5], 'ja')).toBe('1、3〜5')
  expect(numbersText([1, 2, 7], 'en')).toBe('1–2, 7')
})
