import { expect, test } from 'vitest'
import { moment } from './moment.ts'

test.each([
  ['2026-01-01T00:00:00Z', true],
  ['0001-01-01T00:00:00+14:59', true],
  ['9999-12-31T23:59:59.123456789-14:00', true],
  ['0000-01-01T00:00:00Z', false],
  ['2026-01-01T00:00:00+23:59', false],
  ['2026-02-30T00:00:00Z', false],
  [`2026-01-01T00:00:00.${'9'.repeat(200)}Z`, false],
  ['2026-01-01', false],
])('PostgreSQL can store the moment %s: %s', (text, is) => {
  expect(moment.safeParse(text).success).toBe(is)
})
