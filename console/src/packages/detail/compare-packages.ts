import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { importOf } from './import-names.ts'

const numbersOf = (version: string): [number, number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}

/** Order of two versions: negative if `one` is lower. */
export function compareVersions(one: string, other: string): number {
  const [major, minor] = numbersOf(one)
  const [otherMajor, otherMinor] = numbersOf(other)
  return major - otherMajor || minor - otherMinor
}

/** The package of the version before, with the same label if there is one, otherwise the newest; null if there is no lower version. */
export function packageBefore(of: OtaPackage, all: readonly OtaPackage[]): OtaPackage | null {
  const lower = all
    .filter(({ otaVersion }) => compareVersions(otaVersion, of.otaVersion) < 0)
    .toSorted((one, other) => compareVersions(other.otaVersion, one.otaVersion) || other.id - one.id)
  const version = lower[0]?.otaVersion
  return lower.find(({ otaVersion, label }) => otaVersion === version && label === of.label) ?? lower[0] ?? null
}

/** One difference of two packages. A value is null where the package has none. */
export interface Difference {
  kind: 'applet' | 'import' | 'size' | 'component'
  /** AID or name. */
  name: string
  before: string | number | null
  after: string | number | null
}

function differencesIn(kind: Difference['kind'], before: Map<string, string | number>, after: Map<string, string | number>): Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ kind, name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((one) => one.before !== one.after)
}

/** Differences of two packages: applets, imports, load size, and sizes of the components. */
export function differences(before: OtaPackage, after: OtaPackage): Difference[] {
  const imports = (of: OtaPackage) => new Map(of.imports.map(importOf).map(({ aid, name, version }) => [name ?? aid, version]))
  const applets = (of: OtaPackage) => new Map(of.applets.map((aid) => [aid, aid]))
  const components = (of: OtaPackage) => new Map((of.contents?.components ?? []).map(({ name, bytes }) => [name, bytes]))
  return [
    ...differencesIn('applet', applets(before), applets(after)),
    ...differencesIn('import', imports(before), imports(after)),
    ...differencesIn('size', new Map([['', before.loadLength]]), new Map([['', after.loadLength]])),
    ...(before.contents && after.contents ? differencesIn('component', components(before), components(after)) : []),
  ]
}
