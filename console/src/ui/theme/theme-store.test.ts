import { expect, test } from 'vitest'
import { themeInForce } from './theme-store.ts'

const plain = { company: 'theme_7', appearance: 'company', preview: null, osDark: false } as const

test('a previewed palette precedes the user’s choice, which precedes the company’s theme', () => {
  expect(themeInForce(plain)).toBe('theme_7')
  expect(themeInForce({ ...plain, osDark: true })).toBe('theme_7')
  expect(themeInForce({ ...plain, appearance: 'dark' })).toBe('dark')
  expect(themeInForce({ ...plain, appearance: 'light', osDark: true })).toBe('light')
  expect(themeInForce({ ...plain, appearance: 'dark', preview: 'pink' })).toBe('pink')
})

test('with the choice `os`, the palette is dark while the operating system is dark, otherwise a light one', () => {
  expect(themeInForce({ ...plain, appearance: 'os', osDark: true })).toBe('dark')
  expect(themeInForce({ ...plain, appearance: 'os' })).toBe('theme_7')
  expect(themeInForce({ ...plain, appearance: 'os', company: 'dark' })).toBe('light')
})
