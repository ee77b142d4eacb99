import { expect, test } from 'vitest'
import { amountWords, conditionWords, lengthWords } from './condition-words.ts'

test('a condition is told in one phrase', () => {
  expect(conditionWords({ comparison: 'over', threshold: 50, holdMinutes: 10, figure: null }, 'ja')).toBe('50台超が10分')
  expect(conditionWords({ comparison: 'under', threshold: 3500, holdMinutes: 1440, figure: 'pollsPerMinute' }, 'ja')).toBe(
    '3,500件/分未満が1日',
  )
  expect(conditionWords({ comparison: 'over', threshold: 2, holdMinutes: 0, figure: 'silentSims' }, 'ja')).toBe('2台超ですぐに')
  expect(conditionWords({ comparison: 'atLeast', threshold: 94, holdMinutes: 60, figure: 'onlinePercent' }, 'en')).toBe(
    'at least 94% for 1 h',
  )
})

test('a measured value has one decimal place', () => {
  expect(amountWords(0.349_839_743, 'delayP95Ms', 'ja')).toBe('0.3ミリ秒')
  expect(amountWords(93.96, 'onlinePercent', 'en')).toBe('94%')
  expect(amountWords(1214, null, 'ja')).toBe('1,214台')
})

test('a length has at most two units', () => {
  const minute = 60_000
  expect(lengthWords(0, 'ja')).toBe('0分')
  expect(lengthWords(650 * minute, 'ja')).toBe('10時間50分')
  expect(lengthWords(120 * minute, 'ja')).toBe('2時間')
  expect(lengthWords(1505 * minute, 'en')).toBe('1 d 1 h')
})
