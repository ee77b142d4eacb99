import { expect, test } from 'vitest'
import { formatBytes, formatNumber, formatPercent } from './numbers.ts'

test('numbers have commas between thousands and U+2212 as the minus sign', () => {
  expect(formatNumber(12482)).toBe('12,482')
  expect(formatNumber(-1234567)).toBe('−1,234,567')
  expect(formatNumber(0)).toBe('0')
})

test('a percentage is 0% or 100% only if the share is exactly that', () => {
  expect(formatPercent(0, 12_104)).toBe('0%')
  expect(formatPercent(1, 12_104)).toBe('1%')
  expect(formatPercent(12_103, 12_104)).toBe('99%')
  expect(formatPercent(12_104, 12_104)).toBe('100%')
  expect(formatPercent(83, 7_027, 1)).toBe('1.2%')
  expect(formatPercent(0, 0)).toBe('0%')
})

test('sizes are in bytes and their decimal units, and never show a thousand of one', () => {
  expect(formatBytes(0)).toBe('0 B')
  expect(formatBytes(999)).toBe('999 B')
  expect(formatBytes(1536)).toBe('1.5 KB')
  expect(formatBytes(999_960)).toBe('1 MB')
  expect(formatBytes(64_000_000)).toBe('64 MB')
  expect(formatBytes(1_250_000_000)).toBe('1.3 GB')
})
