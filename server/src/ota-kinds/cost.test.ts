import { expect, test } from 'vitest'
import { costOfCard, installCosts, pollerUpdateCosts, removalCosts } from './cost.ts'

const install = {
  packageAid: 'F0'.repeat(16),
  moduleAid: 'F1'.repeat(16),
  instanceAid: 'F1'.repeat(16),
  loadLength: 32 * 1024,
  parametersLength: 22,
}

const installCost = (replaces: boolean) => costOfCard(installCosts(install), replaces)
const removalCost = () => costOfCard(removalCosts, false)

test('the cost of a 32 KiB install is that of OTA protocol §5.10, within one percent', () => {
  const { bytes, commands } = installCost(false)
  const stated = 6020 + 41_830
  expect(Math.abs(bytes - stated) / stated).toBeLessThan(0.01)
  // INITIALIZE UPDATE, EXTERNAL AUTHENTICATE, INSTALL [for load], 172 LOAD of 191 octets, INSTALL [for install]
  expect(commands).toBe(4 + 172)
})

test('the cost of a poller update includes the session that removes the old poller', () => {
  const update = costOfCard(pollerUpdateCosts(install), false)
  expect(update.bytes).toBe(installCost(false).bytes + removalCost().bytes)
  expect(update.commands).toBe(installCost(false).commands + removalCost().commands)
})

test('the cost of a replacement includes the removal', () => {
  expect(installCost(true).commands).toBe(installCost(false).commands + removalCost().commands)
  expect(installCost(true).bytes).toBeGreaterThan(installCost(false).bytes)
  expect(removalCost().commands).toBe(3)
})
