import { expect, test } from 'vitest'
import { givenStatuses, nextStatuses } from './sim-status.ts'
import { cmPlatforms, simStatuses } from './sim-values.ts'

test('jasper and ntt keep to their tables, and nothing leads out of a final status', () => {
  expect(nextStatuses('jasper', 'INVENTORY')).toEqual(['ACTIVATION_READY', 'ACTIVATED', 'DEACTIVATED', 'RETIRED'])
  expect(nextStatuses('jasper', 'RETIRED')).toEqual(['PURGED'])
  expect(nextStatuses('jasper', 'TRIAL')).toEqual([])
  expect(nextStatuses('ntt', 'ACTIVATED')).toEqual(['SUSPENDED', 'TERMINATED', 'TARIFF_HOLIDAY'])
  expect(nextStatuses('ntt', 'OPERATOR_BARRED')).toEqual([])
  for (const platform of cmPlatforms) {
    for (const final of ['PURGED', 'REPLACED', 'TERMINATED'] as const) expect(nextStatuses(platform, final)).toEqual([])
  }
})

test('a SIM without a platform has the transitions of both, also those of the carrier', () => {
  expect(nextStatuses('none', 'ACTIVATED')).toEqual([
    'DEACTIVATED',
    'RETIRED',
    'SUSPENDED',
    'OPERATOR_BARRED',
    'TERMINATED',
    'TARIFF_HOLIDAY',
    'REPLACED',
  ])
  expect(nextStatuses('none', 'RETIRED')).toEqual(['INVENTORY', 'PURGED'])
  expect(simStatuses.filter((status) => !givenStatuses.includes(status))).toEqual(['TRIAL', 'AVAILABLE'])
})
