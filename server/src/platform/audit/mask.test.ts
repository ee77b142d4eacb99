import { expect, test } from 'vitest'
import { masked } from './mask.ts'

test('what bears the name of a secret is masked wherever it stands, and the rest is told', () => {
  const body = {
    email: 'a@example.com',
    password: 'x',
    new_password: 'x',
    nested: [{ challengeToken: 'x', code: '123456', recoveryCode: 'x', client_secret: 'x', name: 'kept' }],
    cap_auth_key: 'x',
    scp03_enc: 'x',
  }
  expect(masked(body)).toEqual({
    email: 'a@example.com',
    password: '***',
    new_password: '***',
    nested: [{ challengeToken: '***', code: '***', recoveryCode: '***', client_secret: '***', name: 'kept' }],
    cap_auth_key: '***',
    scp03_enc: '***',
  })
})

test('a setting is told by key and value, a key of a map service without its value', () => {
  expect(
    masked([
      { key: 'system_password_minimum', value: '12' },
      { key: 'system_config_google_maps_api_key', value: 'AIza' },
    ]),
  ).toEqual([
    { key: 'system_password_minimum', value: '12' },
    { key: 'system_config_google_maps_api_key', value: '***' },
  ])
})

test('what is long, wide or deep is cut', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`) as object
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`n${index}`, 'y'.repeat(1000)]))
  expect(JSON.stringify(masked(deep)).length).toBeLessThan(100)
  expect(JSON.stringify(masked({ wide, list: Array.from({ length: 5000 }, () => 1) })).length).toBeLessThan(40_000)
})
