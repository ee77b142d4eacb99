import { expect, test } from 'vitest'
import { themeInForce } from './theme-store.ts'

const plain = { company: 'theme_7', appearance: 'company', preview: null, osDark: false } as const

test('the company decides the palette, unless the user wants light or dark, unless a palette is being tried out', () => {
  expect(themeInForce(plain)).toBe('theme_7')
  expect(themeInForce({ ...plain, osDark: true })).toBe('theme_7')
  expect(themeInForce({ ...plain, appearance: 'dark' })).toBe('dark')
  expect(themeInForce({ ...plain, appearance: 'light', osDark: true })).toBe('light')
  expect(themeInForce({ ...plain, appearance: 'dark', preview: 'pink' })).toBe('pink')
})

test('the choice to follow the operating system gives dark while it is dark, otherwise the company’s light palette or light', () => {
  expect(themeInForce({ ...plain, appearance: 'os', osDark: true })).toBe('dark')
  expect(themeInForce({ ...plain, appearance: 'os' })).toBe('theme_7')
  expect(themeInForce({ ...plain, appearance: 'os', company: 'dark' })).toBe('light')
})
