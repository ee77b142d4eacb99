import type { ManagedPackageAid, PackageType } from '@simdeck/contract/packages.ts'
import { packageTypes } from '@simdeck/contract/packages.ts'

/** Packages of one tab: those of a built-in type with all its AIDs, or those of one custom AID. */
export interface PackageKind {
  /** Its part of the address: `/otas/Poller`, `/otas/F0112233445566778899`. */
  address: string
  aids: readonly ManagedPackageAid[]
  packages: number
}

/** Query of the package list. */
export type PackagesOf = { type: PackageType } | { packageAID: string }

const addressOf = ({ type, packageAID }: Pick<ManagedPackageAid, 'type' | 'packageAID'>): string => (type === 'custom' ? packageAID : type)

/** The tabs in the order of the AIDs; a type with two AIDs (the two slots of the poller) is one tab. */
export function packageKinds(all: readonly ManagedPackageAid[]): PackageKind[] {
  const kinds = new Map<string, ManagedPackageAid[]>()
  for (const managed of all) kinds.set(addressOf(managed), [...(kinds.get(addressOf(managed)) ?? []), managed])
  return [...kinds].map(([address, aids]) => kindOf(address, aids))
}

function kindOf(address: string, aids: readonly ManagedPackageAid[]): PackageKind {
  return { address, aids, packages: aids.reduce((sum, { packages }) => sum + packages, 0) }
}

/** The tabs, plus the open kind if it is not one of them: all custom packages together. */
export function tabsWith(open: PackageKind | undefined, kinds: readonly PackageKind[]): readonly PackageKind[] {
  return open && !kinds.includes(open) ? [...kinds, open] : kinds
}

/** Packages for an address: a type by its name, an AID or, without an address, the first tab. Null if there are none. */
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
