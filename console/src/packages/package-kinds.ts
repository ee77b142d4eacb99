import type { ManagedPackageAid, PackageType } from '@simdeck/contract/packages.ts'
import { packageTypes } from '@simdeck/contract/packages.ts'

/** Packages that stand under one tab: those of a type of our own, whatever AIDs it has, or those of one AID of a customer. */
export interface PackageKind {
  /** What stands for it in the address: `/otas/Poller`, `/otas/F0112233445566778899`. */
  address: string
  aids: readonly ManagedPackageAid[]
  packages: number
}

/** What the list of packages is asked for. */
export type PackagesOf = { type: PackageType } | { packageAID: string }

const addressOf = ({ type, packageAID }: Pick<ManagedPackageAid, 'type' | 'packageAID'>): string => (type === 'custom' ? packageAID : type)

/** The tabs, in the order of the AIDs: a type with two AIDs (the two slots of the poller) is one. */
export function packageKinds(all: readonly ManagedPackageAid[]): PackageKind[] {
  const kinds = new Map<string, ManagedPackageAid[]>()
  for (const managed of all) kinds.set(addressOf(managed), [...(kinds.get(addressOf(managed)) ?? []), managed])
  return [...kinds].map(([address, aids]) => kindOf(address, aids))
}

function kindOf(address: string, aids: readonly ManagedPackageAid[]): PackageKind {
  return { address, aids, packages: aids.reduce((sum, { packages }) => sum + packages, 0) }
}

/** The tabs, and the open kind beside them where none of them is it: all packages of customers together. */
export function tabsWith(open: PackageKind | undefined, kinds: readonly PackageKind[]): readonly PackageKind[] {
  return open && !kinds.includes(open) ? [...kinds, open] : kinds
}

/** What an address names: a type by its name, an AID, or, when it names nothing, the first tab. Null: there is no such thing. */
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
