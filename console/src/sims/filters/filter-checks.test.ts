import { simFilterShape } from '@simdeck/contract/sims.ts'
import { expect, test } from 'vitest'
import { simFilterChecks } from './filter-checks.ts'
import type { SimFilterName } from './filter-checks.ts'

const names = Object.keys(simFilterShape) as SimFilterName[]
const values = [
  '',
  ' ',
  '0',
  '1',
  '12345',
  '1.5',
  'x'.repeat(64),
  'x'.repeat(65),
  ' 自販機 ',
  ` ${'1'.repeat(20)} `,
  'SIM',
  'SIM,eUICC',
  'sim',
  'SIM,',
  'ntt,none',
  'ACTIVATED,SUSPENDED',
  'ACTIVATED,nothing',
  'on',
  'on,off,ota',
  'READY',
  '2026-11-21T09:00:00Z',
  '2026-11-21T09:00:00.000Z',
  '2026-11-21T09:00:00+09:00',
  '2026-11-21',
  '2026-13-41T09:00:00Z',
  'yesterday',
]

test('the console accepts a filter value exactly if the server does', () => {
  expect(Object.keys(simFilterChecks).toSorted()).toEqual(names.toSorted())
  for (const name of names) {
    for (const value of values) {
      expect([name, value, simFilterChecks[name](value)]).toEqual([name, value, simFilterShape[name].safeParse(value).success])
    }
  }
})
