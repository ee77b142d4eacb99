import { expect, test } from 'vitest'
import { readNetworkOdds } from '../bad-network.ts'
import { simulateSession } from './simulate-session.ts'
import { addReport, newTotals } from './totals.ts'
import type { SimulationTotals } from './totals.ts'

function play(sessions: number, install: number, power: number): SimulationTotals {
  const totals = newTotals()
  const options = { network: readNetworkOdds('loss=0'), crashes: 0, power, install }
  for (let n = 0; n < sessions; n++) addReport(totals, simulateSession(`power/${n}`, options))
  expect(totals.failures).toEqual([])
  return totals
}

test.each([
  ['one command in ten of an install of some 10', 0.1, 1_500],
  ['one command in ten of an install of some 25', 0.1, 4_000],
  ['one command in fifty of an install of 60 to 110', 0.02, 15_000],
  ['one command in fifty of an install of 100 to 160', 0.02, 22_000],
])('an install succeeds although the power fails at %s', (_name, power, install) => {
  const totals = play(4, install, power)
  expect(totals.ends).toEqual({ Succeeded: 4 })
  expect(totals.powerLosses).toBeGreaterThan(4)
})

test('an install that loses the power at every attempt ends with 402 after a limited number of attempts', () => {
  const totals = play(2, 15_000, 0.3)
  expect(totals.ends).toEqual({ 'Failed 402': 2 })
  expect(totals.interruptions).toBeLessThanOrEqual(2 * (5 * 110 + 1))
})
