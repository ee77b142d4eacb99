import { expect, test } from 'vitest'
import { aliasParts, aliasPattern, fillAlias } from './sim-bulk.ts'

const sim = {
  n: 7,
  iccid: '8981100000000000017',
  imsi: '440101234567890',
  msisdn: null,
  imei: null,
  external_device_id: 'EXT-9',
  group: '東京',
}

test('a pattern is filled with a counter and with values of a SIM or their last characters; a missing value becomes empty', () => {
  for (const [pattern, alias] of [
    ['Meter {n}', 'Meter 7'],
    ['{n:4}', '0007'],
    ['{n:1}', '7'],
    ['{group}-{iccid:4}/{imsi}', '東京-0017/440101234567890'],
    ['{external_device_id:99}{msisdn}', 'EXT-9'],
    ['plain', 'plain'],
    ['', ''],
  ] as const)
    expect([pattern, fillAlias(pattern, sim)]).toEqual([pattern, alias])
  expect(fillAlias('{n:2}', { ...sim, n: 12_345 })).toBe('12345')
})

test('a text with an unknown name in braces is no pattern', () => {
  for (const pattern of [
    '{',
    '}',
    '{}',
    '{n',
    'n}',
    '{N}',
    '{name}',
    '{n:0}',
    '{n:}',
    '{n:100}',
    '{{n}}',
    '{ n }',
    '{constructor}',
    '{__proto__}',
  ]) {
    expect([pattern, aliasParts(pattern)]).toEqual([pattern, null])
    expect(aliasPattern.safeParse(pattern).success).toBe(false)
  }
  expect(() => fillAlias('{x}', sim)).toThrow('not an alias pattern')
  expect(aliasPattern.parse('  x{n}  ')).toBe('x{n}')
  expect(aliasPattern.safeParse('a\nb').success).toBe(false)
  expect(aliasPattern.safeParse('x'.repeat(101)).success).toBe(false)
})
