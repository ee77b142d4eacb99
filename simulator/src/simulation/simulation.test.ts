import { expect, test } from 'vitest'
import { readNetworkOdds } from '../bad-network.ts'
import { simulateSession } from './simulate-session.ts'
import { addReport, newTotals } from './totals.ts'

const fivePercent = 'loss=5,double=5,delay=5,reorder=5,truncation=5,change=5,disconnection=5'

test.each([
  ['a good network', 'loss=0', 0, 50],
  ['5 % of each fault, dying nodes and faulty cards', fivePercent, 0.05, 200],
  ['a good network, dying nodes and faulty cards', 'loss=0', 0.1, 100],
  ['a network twice as bad, dying nodes and faulty cards', fivePercent.replaceAll('=5', '=10'), 0.1, 30],
])('on %s every session ends in one correct state without a violated invariant', (_name, network, crashes, sessions) => {
  const totals = newTotals()
  for (let n = 0; n < sessions; n++) addReport(totals, simulateSession(`test/${n}`, { network: readNetworkOdds(network), crashes }))
  expect(totals.failures).toEqual([])
  expect(totals.ends['Succeeded']).toBeGreaterThan(sessions)
  if (crashes > 0) expect(Math.min(totals.resumed, totals.nodeFailures, totals.powerLosses)).toBeGreaterThan(5)
  else expect(totals).toMatchObject({ resumed: 0, interruptions: 0, nodeFailures: 0, faults: {} })
})

test('the same seed gives the same session', () => {
  const play = (seed: string) => simulateSession(seed, { network: readNetworkOdds(fivePercent), crashes: 0.05 })
  expect(play('again')).toEqual(play('again'))
  expect(play('again').frames).not.toBe(play('other').frames)
})
