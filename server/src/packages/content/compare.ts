import type { InventoryEntry } from '@simdeck/contract/sim-inventory.ts'
import { isPlatformPackage } from '@simdeck/protocol/cap/platform-packages.ts'
import { pollerSlots } from '../poller-slots.ts'
import type { StoredEntry } from '../tables.ts'
import type { MeantContent } from './meant.ts'

/** The content list of a card. */
export type Listed = { loadFiles: readonly StoredEntry[]; applications: readonly StoredEntry[] }

/** The entries of a card beside the content that it should have; those that it lacks are the last of their kind. */
export function compare({ loadFiles, applications }: Listed, meant: MeantContent): InventoryEntry[] {
  const packages = packagesOf(meant)
  const instances = new Map([...meant.pollers, ...meant.instances].map((aid) => [aid, null] as const))
  return [
    ...loadFiles.map((one) => onCard('loadFile', one, packages)),
    ...missing('loadFile', loadFiles, packages),
    ...applications.map((one) => onCard('application', one, instances)),
    ...missing('application', applications, instances),
  ]
}

/** Packages by AID; null if only the AID is known. */
type Recorded = ReadonlyMap<string, InventoryEntry['package']>

function packagesOf({ packages, pollers }: MeantContent): Recorded {
  const slots = pollers.map((aid) => pollerSlots.find(({ slot }) => aid.startsWith(slot))?.packageAid)
  return new Map<string, InventoryEntry['package']>([
    ...slots.flatMap((aid) => (aid === undefined ? [] : [[aid, null] as const])),
    ...packages.map(({ key }) => [key.packageAID, key] as const),
  ])
}

function onCard(kind: InventoryEntry['kind'], one: StoredEntry, recorded: Recorded): InventoryEntry {
  const found = recorded.get(one.aid)
  const { aid, version, state, modules, load_file: loadFileAID } = one
  const entry = { kind, aid, version, state, modules, loadFileAID, package: found ?? null }
  if (found === undefined) return { ...entry, standing: kind === 'loadFile' && isPlatform(aid, version) ? 'platform' : 'cardOnly' }
  return { ...entry, standing: found && version !== null && version !== found.otaVersion ? 'otherVersion' : 'both' }
}

function isPlatform(aid: string, version: string | null): boolean {
  return isPlatformPackage({ aid, major: Number((version ?? '').split('.')[0]) })
}

function missing(kind: InventoryEntry['kind'], listed: readonly StoredEntry[], recorded: Recorded): InventoryEntry[] {
  const absent = [...recorded].filter(([aid]) => !listed.some((one) => one.aid === aid))
  return absent.map(([aid, found]) => ({
    kind,
    aid,
    standing: 'recordOnly',
    package: found,
    version: found?.otaVersion ?? null,
    state: null,
    modules: [],
    loadFileAID: null,
  }))
}
