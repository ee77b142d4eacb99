import { expect, test } from 'vitest'
import { isPercent } from './percent.ts'

test('a percentage from 0 to 100 is accepted with and without decimals, and nothing else', () => {
  const texts = ['0', '2', '2.5', '0.25', '99.999', '100', '', '-1', '100.1', '101', '2.', '.5', '2,5', '1e1', 'x']
  expect(texts.filter(isPercent)).toEqual(['0', '2', '2.5', '0.25', '99.999', '100'])
})
