import { expect, test } from 'vitest'
import { redirectUriFor, safeRedirect } from './redirect.ts'

test('redirectUriFor returns the whole path, and home for login and logout', () => {
  expect(redirectUriFor('/otas/campaigns?page=2&sort=createdAt:DESC#top')).toBe('/otas/campaigns?page=2&sort=createdAt:DESC#top')
  expect(redirectUriFor('/login?redirect_uri=%2Fotas')).toBe('/')
  expect(redirectUriFor('/logout')).toBe('/')
})

const origin = 'https://console.example:8443'

test('a path of this origin is returned unchanged', () => {
  expect(safeRedirect('/sims/12/8981100023451420176?tab=1#x', origin)).toBe('/sims/12/8981100023451420176?tab=1#x')
})

test.each([
  undefined,
  '',
  'https://evil.example/',
  'https://console.example:8443/otas',
  '//evil.example/otas',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'otas',
  '/login?redirect_uri=/otas',
])('%j leads home', (uri) => {
  expect(safeRedirect(uri, origin)).toBe('/')
})
