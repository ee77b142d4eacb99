import { expect, test } from 'vitest'
import { themeInForce } from './theme-store.ts'

test('the system decides the palette, unless the user wants light or dark, unless a palette is being tried out', () => {
  expect(themeInForce({ system: 'theme_7', appearance: 'system', preview: null })).toBe('theme_7')
  expect(themeInForce({ system: 'theme_7', appearance: 'dark', preview: null })).toBe('dark')
  expect(themeInForce({ system: 'theme_7', appearance: 'light', preview: null })).toBe('light')
  expect(themeInForce({ system: 'theme_7', appearance: 'dark', preview: 'pink' })).toBe('pink')
})
