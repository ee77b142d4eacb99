import type { InventoryEntry, SimInventory } from '@simdeck/contract/sim-inventory.ts'
import { isPlatformPackage } from '@simdeck/protocol/cap/platform-packages.ts'
import type { Db } from '../platform/db/database.ts'
import { pollerSlots } from '../packages/poller-slots.ts'
import { type RecordedContent, selectInventory } from './queries.ts'
import type { StoredEntry } from '../packages/tables.ts'

/** The content that the card listed last, beside the recorded content of the SIM; null if it was never read. */
export async function inventoryOf(db: Db, simId: number): Promise<SimInventory | null> {
  const found = await selectInventory(db, simId)
  if (!found) return null
  const { readAt, changedSince, loadFiles, applications, recorded } = found
  const packages = recordedPackages(recorded)
  const instances = recordedInstances(recorded)
  return {
    readAt: readAt.toISOString(),
    changedSince,
    entries: [
      ...loadFiles.map((one) => onCard('loadFile', one, packages)),
      ...missing('loadFile', loadFiles, packages),
      ...applications.map((one) => onCard('application', one, instances)),
      ...missing('application', applications, instances),
    ],
  }
}

/** Recorded packages by AID; null if only the AID is known. */
type Recorded = ReadonlyMap<string, InventoryEntry['package']>

function recordedPackages({ packages, pollers }: RecordedContent): Recorded {
  const slots = pollers.map((aid) => pollerSlots.find(({ slot }) => aid.startsWith(slot))?.packageAid)
  return new Map<string, InventoryEntry['package']>([
    ...slots.flatMap((aid) => (aid === undefined ? [] : [[aid, null] as const])),
    ...packages.map((one) => [one.packageAID, one] as const),
  ])
}

function recordedInstances({ pollers, instances }: RecordedContent): Recorded {
  return new Map([...pollers, ...instances].map((aid) => [aid, null] as const))
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
