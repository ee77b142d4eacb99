import type { ManagedPackageAid, PackageType } from '@simdeck/contract/packages.ts'
import { packageTypes } from '@simdeck/contract/packages.ts'

/** Packages of one tab: those of a built-in type, which may have several AIDs, or those of one custom AID. */
export interface PackageKind {
  /** Last part of the address of the tab: `Poller` in `/otas/Poller`, or a custom AID. */
  address: string
  aids: readonly ManagedPackageAid[]
  packages: number
}

/** Query of the package list. */
export type PackagesOf = { type: PackageType } | { packageAID: string }

const addressOf = ({ type, packageAID }: Pick<ManagedPackageAid, 'type' | 'packageAID'>): string => (type === 'custom' ? packageAID : type)

/** The tabs, in the order of the AIDs. A type with two AIDs (the two slots of the poller) is one tab. */
export function packageKinds(all: readonly ManagedPackageAid[]): PackageKind[] {
  const kinds = new Map<string, ManagedPackageAid[]>()
  for (const managed of all) kinds.set(addressOf(managed), [...(kinds.get(addressOf(managed)) ?? []), managed])
  return [...kinds].map(([address, aids]) => kindOf(address, aids))
}

function kindOf(address: string, aids: readonly ManagedPackageAid[]): PackageKind {
  return { address, aids, packages: aids.reduce((sum, { packages }) => sum + packages, 0) }
}

/** The tabs, and the open kind if it has no tab: all custom packages together. */
export function withOpenKind(open: PackageKind | undefined, kinds: readonly PackageKind[]): readonly PackageKind[] {
  return open && !kinds.includes(open) ? [...kinds, open] : kinds
}

/**
 * Packages that an address names by a type or an AID. Without an address they are those of the first tab. Null if the address names
 * nothing known.
 */
export function packagesAt(
  address: string | undefined,
  kinds: readonly PackageKind[],
): { kind: PackageKind; aids: readonly ManagedPackageAid[]; of: PackagesOf } | null {
  const name = (address ?? kinds[0]?.address ?? '').toUpperCase()
  const type = packageTypes.find((known) => known.toUpperCase() === name)
  const all = kinds.flatMap(({ aids }) => aids)
  if (type) {
    const aids = all.filter((managed) => managed.type === type)
    return { kind: kinds.find((one) => one.address === type) ?? kindOf(type, aids), aids, of: { type } }
  }
  const managed = all.find(({ packageAID }) => packageAID === name)
  const kind = managed && kinds.find(({ aids }) => aids.includes(managed))
  return managed && kind ? { kind, aids: [managed], of: { packageAID: managed.packageAID } } : null
}
