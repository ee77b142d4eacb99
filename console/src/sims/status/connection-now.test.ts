import { expect, test } from 'vitest'
import { connectionNow } from './connection-now.ts'

const at = (text: string): number => Date.parse(text)
const seen = '2026-11-21T03:00:00.000Z'

test('on becomes off when the online term has passed, and not before', () => {
  expect(connectionNow({ connection: 1, last_poll: seen }, at('2026-11-21T03:14:59.999Z'), 15)).toBe(1)
  expect(connectionNow({ connection: 1, last_poll: seen }, at('2026-11-21T03:15:00.000Z'), 15)).toBe(0)
  expect(connectionNow({ connection: 1, last_poll: seen }, at('2026-11-21T03:15:00.000Z'), 30)).toBe(1)
})

test('an open OTA session and off keep the server’s value', () => {
  expect(connectionNow({ connection: 2, last_poll: seen }, at('2026-11-21T09:00:00.000Z'), 15)).toBe(2)
  expect(connectionNow({ connection: 0, last_poll: seen }, at(seen), 15)).toBe(0)
})

test('on without a last poll is off', () => {
  expect(connectionNow({ connection: 1, last_poll: null }, at(seen), 15)).toBe(0)
})
