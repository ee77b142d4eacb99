import { createHash } from 'node:crypto'
import { type ContentDifference, type DifferenceKind, differenceKinds } from '@simdeck/contract/drift.ts'
import type { InventoryEntry } from '@simdeck/contract/sim-inventory.ts'
import { compare, type Listed } from './compare.ts'
import { pollerSlotDigits } from '../poller-slots.ts'
import type { MeantContent, MeantPackage } from './meant.ts'
import { isInPollerSlot, protectionsOf } from './protection.ts'

/** A difference as it is stored. `packageId`: the package that the card should hold. */
export type StoredDifference = Omit<ContentDifference, 'package'> & { packageId: number | null }

/** The differences between what a card lists and what it should hold, the leading one first. */
export function differencesOf(listed: Listed, meant: MeantContent): StoredDifference[] {
  const entries = compare(listed, meant)
  const files = entries.filter(({ kind }) => kind === 'loadFile')
  const instances = entries.filter(({ kind }) => kind === 'application')
  const protectionOf = protectionsOf(listed, meant)
  const extra = (one: InventoryEntry, applets: readonly InventoryEntry[]): StoredDifference =>
    difference('extra', one, { protectedBy: protectionOf(one.aid), applets: [...new Set(applets.map(({ aid }) => aid))] })
  const extraFiles = files.filter(
    (file) => file.standing === 'cardOnly' && !instances.some((one) => one.standing === 'both' && isOf(one, file)),
  )
  const found = [
    ...files.flatMap((file) => ofMeant(file, packageOf(meant, file.aid), instances)),
    ...instances.flatMap((one) => ofInstance(one, meant, files)),
    ...extraFiles.map((file) =>
      extra(
        file,
        instances.filter((one) => isOf(one, file)),
      ),
    ),
    ...instances
      .filter(({ standing, aid }) => standing === 'cardOnly' && aid !== meant.securityDomain)
      .filter((one) => !extraFiles.some((file) => isOf(one, file)))
      .map((one) => extra(one, [])),
  ]
  const ownKind = (one: StoredDifference): StoredDifference => (isAboutPoller(one, meant) ? { ...one, kind: 'poller' } : one)
  const rank = ({ kind, packageId }: StoredDifference) => 2 * differenceKinds.indexOf(kind) + (packageId === null ? 1 : 0)
  // A card may list the same entry twice.
  const once = new Map(found.map(ownKind).map((one) => [fingerprintOf(one), one] as const))
  return [...once.values()].toSorted((a, b) => rank(a) - rank(b))
}

const isAboutPoller = ({ aid, packageId, protectedBy }: StoredDifference, { packages, pollers }: MeantContent): boolean =>
  isInPollerSlot(aid) || pollers.includes(aid) || protectedBy === 'poller' || packages.some((one) => one.id === packageId && one.is_poller)

/** The value by which a difference is recognised as one that was accepted. */
export const fingerprintOf = ({ kind, aid, version, state, withoutApplet }: StoredDifference): string =>
  [kind, aid, version ?? '', kind === 'otherState' || kind === 'poller' ? (state ?? '') : '', withoutApplet ? 'withoutApplet' : ''].join(
    ' ',
  )

/** The group of SIMs whose leading difference the same install repairs; null if no install does. */
export function remedyGroupOf(leading: StoredDifference | undefined, meant: MeantContent): string | null {
  const found = leading && repairingPackage(leading, meant)
  if (!found) return null
  const { id, install } = found
  const parts = [id, install?.moduleAID, install?.instanceAID, install?.installParameters, install?.cardParameters]
  return createHash('md5').update(JSON.stringify(parts).toLowerCase()).digest('hex')
}

/** The package whose install repairs the difference; null if none does. A poller is installed by hand only. */
export function repairingPackage({ kind, packageId }: StoredDifference, { packages }: MeantContent): MeantPackage | null {
  const found = kind === 'extra' ? undefined : packages.find(({ id }) => id === packageId)
  return found && !found.deleted && !found.is_poller ? found : null
}

const difference = (kind: DifferenceKind, entry: InventoryEntry, more: Partial<StoredDifference> = {}): StoredDifference => ({
  kind,
  aid: entry.aid,
  packageId: null,
  version: entry.standing === 'recordOnly' ? null : entry.version,
  state: entry.state,
  withoutApplet: false,
  protectedBy: null,
  applets: [],
  ...more,
})

const packageOf = ({ packages }: MeantContent, aid: string) => packages.find((one) => one.package_aid === aid)

function ofMeant(file: InventoryEntry, meant: MeantPackage | undefined, instances: readonly InventoryEntry[]): StoredDifference[] {
  const packageId = meant?.id ?? null
  if (file.standing === 'recordOnly') return [difference('missing', file, { packageId })]
  if (file.standing === 'otherVersion') return [difference('otherVersion', file, { packageId })]
  const lacks = file.standing === 'both' && meant?.instanceAid != null && isAbsent(meant.instanceAid, instances)
  return lacks ? [difference('missing', file, { packageId, withoutApplet: true })] : []
}

const isAbsent = (aid: string, instances: readonly InventoryEntry[]): boolean =>
  instances.some((one) => one.aid === aid && one.standing === 'recordOnly')

/** True for an instance of the load file. A card that does not tell the load file of an instance is judged by the modules. */
const isOf = ({ aid, loadFileAID }: InventoryEntry, file: InventoryEntry): boolean =>
  loadFileAID === file.aid || (loadFileAID === null && file.modules.includes(aid))

/** Life cycle states of an application (GPC 2.3.1 §11.1.1): the low three bits of one that can be selected are set; the highest is its lock. */
const isUsable = (state: string): boolean => (Number.parseInt(state, 16) & 0x87) === 0x07

/** The difference of an instance that should be on the card, unless its package tells it already. */
function ofInstance(one: InventoryEntry, meant: MeantContent, files: readonly InventoryEntry[]): StoredDifference[] {
  const owner = meant.packages.find(({ instanceAid }) => instanceAid === one.aid)
  if (one.standing === 'recordOnly') return owner || hasSlot(one, files) ? [] : [difference('missing', one)]
  if (one.standing !== 'both' || one.state === null || isUsable(one.state)) return []
  const told = owner && files.some(({ aid, standing }) => aid === owner.package_aid && standing !== 'both')
  return told ? [] : [difference('otherState', one, { packageId: owner?.id ?? null })]
}

/** True for the instance of a poller whose package the card lacks. */
const hasSlot = (one: InventoryEntry, files: readonly InventoryEntry[]): boolean =>
  files.some(({ aid, standing }) => standing === 'recordOnly' && aid.slice(0, pollerSlotDigits) === one.aid.slice(0, pollerSlotDigits))
