import { expect, test } from 'vitest'
import { withoutKnownWords } from './known-words.ts'

const nobody = { person: [], product: [], company: [] }

test('a text is read up to the maximum length of a password', () => {
  const megabyte = 'a'.repeat(1_000_000)
  expect(withoutKnownWords('Kx7mPq2w', { person: [megabyte], product: [megabyte], company: [`x@${megabyte}`] }).rest).toBe('kx7mpq2w')
  expect(withoutKnownWords('1234.'.repeat(200_000), nobody).rest.length).toBeLessThanOrEqual(64)
})

test('the kinds of guessable parts are returned, with the rest of the password', () => {
  const about = { person: ['taro.yamada@example.co.jp'], product: ['Kizuna'], company: ['taro.yamada@example.co.jp'] }
  expect(withoutKnownWords('Y4m4daKizunaExampleQwert2026vx', about)).toEqual({
    rest: 'vx',
    found: ['person', 'product', 'company', 'year', 'keyboard'],
  })
})
