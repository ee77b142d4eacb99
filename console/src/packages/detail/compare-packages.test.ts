import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { expect, test } from 'vitest'
import { differences, packageBefore } from './compare-packages.ts'

const component = (name: string, bytes: number) => ({ name, bytes, loaded: true })
const packageOf = (id: number, otaVersion: string, label: string, more: Partial<OtaPackage> = {}): OtaPackage => ({
  id,
  packageAID: 'F0112233445566778899',
  otaVersion,
  version: otaVersion,
  label,
  type: 'custom',
  name: 'agent',
  applets: ['F0112233445566778899AA'],
  imports: ['A0000000620101 1.3'],
  loadLength: 100,
  loadSha256: '',
  builtAt: null,
  contents: { format: '2.1', usesInt: false, exports: false, components: [component('Header', 20), component('Method', 80)] },
  memoryNeeded: 612,
  notes: '',
  installParameters: null,
  cardParameters: null,
  createdAt: '',
  createdBy: null,
  updatedAt: '',
  simsUsing: 0,
  simsPending: 0,
  ...more,
})

test('the version before is the next lower one by its numbers, with the same label if there is one', () => {
  const all = [
    packageOf(1, '1.9', 'stable'),
    packageOf(2, '1.9', 'debug'),
    packageOf(3, '1.10', 'stable'),
    packageOf(4, '1.2', 'debug'),
    packageOf(5, '2.0', 'stable'),
  ]
  const before = (id: number) =>
    packageBefore(
      all.find((one) => one.id === id)!,
      all,
    )?.id
  expect([before(3), before(2), before(5), before(4)]).toEqual([1, 4, 3, undefined])
  expect(packageBefore(packageOf(6, '1.10', 'debug'), all)?.id).toBe(2)
})

test('differences are those of applets, imports and sizes', () => {
  const before = packageOf(1, '1.0', 'stable')
  const after = packageOf(2, '1.1', 'stable', {
    applets: ['F0112233445566778899AB'],
    imports: ['A0000000620101 1.6', 'F0112233445566778801 1.0'],
    loadLength: 130,
    contents: { ...before.contents!, components: [component('Header', 20), component('Method', 100), component('Export', 10)] },
  })
  expect(differences(before, after)).toEqual([
    { kind: 'applet', name: 'F0112233445566778899AA', before: 'F0112233445566778899AA', after: null },
    { kind: 'applet', name: 'F0112233445566778899AB', before: null, after: 'F0112233445566778899AB' },
    { kind: 'import', name: 'javacard.framework', before: '1.3', after: '1.6' },
    { kind: 'import', name: 'F0112233445566778801', before: null, after: '1.0' },
    { kind: 'size', name: '', before: 100, after: 130 },
    { kind: 'component', name: 'Method', before: 80, after: 100 },
    { kind: 'component', name: 'Export', before: null, after: 10 },
  ])
  expect(differences(before, { ...before, id: 3 })).toEqual([])
})
