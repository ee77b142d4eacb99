import { expect, test } from 'vitest'
import { masked } from './mask.ts'

test('values with the name of a secret are masked at any depth, and other values are not', () => {
  const body = {
    email: 'a@example.com',
    password: 'x',
    new_password: 'x',
    nested: [{ challengeToken: 'x', code: '123456', recoveryCode: 'x', client_secret: 'x', name: 'kept' }],
    cap_auth_key: 'x',
    scp03_enc: 'x',
    backup: 'x',
    lines: ['C00101'],
    values: { apn: 'x' },
  }
  expect(masked(body)).toEqual({
    email: 'a@example.com',
    password: '***',
    new_password: '***',
    nested: [{ challengeToken: '***', code: '***', recoveryCode: '***', client_secret: '***', name: 'kept' }],
    cap_auth_key: '***',
    scp03_enc: '***',
    backup: '***',
    lines: '***',
    values: '***',
  })
})

test('a setting is logged with key and value, the key of a map service without its value', () => {
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

test('long, wide and deep values are cut', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`) as object
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`n${index}`, 'y'.repeat(1000)]))
  expect(JSON.stringify(masked(deep)).length).toBeLessThan(100)
  expect(JSON.stringify(masked({ wide, list: Array.from({ length: 5000 }, () => 1) })).length).toBeLessThan(40_000)
  expect((masked({ simIds: Array.from({ length: 5000 }, () => 1) }) as { simIds: unknown[] }).simIds.slice(99)).toEqual([1, '… 5000'])
})
