import { reversibleFilters, simFilter, simFilterShape } from '@simdeck/contract/sims.ts'
import { expect, test } from 'vitest'
import { simFilterChecks } from './filter-checks.ts'
import type { SimFilterName } from './filter-checks.ts'

const shape = { ...simFilterShape, selection: simFilter.shape.selection }
const names = Object.keys(shape) as SimFilterName[]
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
  'unknown',
  '139.5,35.4,140,36',
  '140,35.4,139.5,36',
  '139.5,35.4,140,91',
  'READY',
  '90m,36h,14d,never',
  '3x,9999x',
  '0x',
  '0h',
  '10000m',
  '1h,'.repeat(9),
  'status,silent',
  reversibleFilters.join(','),
  'last_poll_start',
  'status,selection',
  String.raw`1.0\,2,1.1`,
  ',',
  'x,'.repeat(100),
  'x,'.repeat(101),
  `${'x'.repeat(64)},${'x'.repeat(65)}`,
  Array.from({ length: 1001 }, (_, at) => 89_811_000_000 + at).join(','),
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
      expect([name, value, simFilterChecks[name](value)]).toEqual([name, value, shape[name].safeParse(value).success])
    }
  }
})
