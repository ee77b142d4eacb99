import type { ManagedPackageAid, PackageType } from '@simdeck/contract/packages.ts'
import { expect, test } from 'vitest'
import { packageKinds, packagesAt } from './package-kinds.ts'

const managed = (id: number, type: PackageType, packageAID: string, label: string, packages: number): ManagedPackageAid => ({
  id,
  type,
  packageAID,
  label,
  packages,
})
const kinds = packageKinds([
  managed(1, 'Poller', 'F001', 'Poller', 3),
  managed(2, 'Poller', 'F002', 'Poller B', 2),
  managed(3, 'Telemetry', 'F003', 'Telemetry', 7),
  managed(4, 'custom', 'F0AA', 'agent', 1),
  managed(5, 'custom', 'F0BB', 'other', 0),
])

test('the two AIDs of the poller share a tab, and each custom AID has its own', () => {
  expect(kinds.map(({ address, packages }) => [address, packages])).toEqual([
    ['Poller', 5],
    ['Telemetry', 7],
    ['F0AA', 1],
    ['F0BB', 0],
  ])
})

test('a list is addressed by its type or by an AID, in upper or lower case', () => {
  const at = (address?: string) => {
    const found = packagesAt(address, kinds)
    return found && [found.kind.address, found.of]
  }
  expect(at()).toEqual(['Poller', { type: 'Poller' }])
  expect(at('poller')).toEqual(['Poller', { type: 'Poller' }])
  expect(at('f002')).toEqual(['Poller', { packageAID: 'F002' }])
  expect(at('F0AA')).toEqual(['F0AA', { packageAID: 'F0AA' }])
  expect(at('custom')).toEqual(['custom', { type: 'custom' }])
  expect(at('F0CC')).toBeNull()
  expect(packagesAt(undefined, [])).toBeNull()
})
