import { formatAid } from '@simdeck/protocol/aid.ts'
import type { RegistryEntry } from '@simdeck/protocol/gp/registry.ts'
import type { Inventory } from '@simdeck/protocol/ota/kinds/inventory.ts'
import type { Db } from '../platform/db/database.ts'
import { putInventory } from './queries.ts'
import type { StoredEntry } from './tables.ts'

/** Stores the content that the card of a SIM listed, in place of its earlier list. */
export async function storeInventory(trx: Db, simId: number, { applications, loadFiles }: Inventory): Promise<void> {
  await putInventory(trx, simId, { applications: applications.map(stored), loadFiles: loadFiles.map(stored) })
}

function stored({ aid, state, loadFileVersion, moduleAids, loadFileAid, privileges, securityDomainAid }: RegistryEntry): StoredEntry {
  return {
    aid: formatAid(aid),
    state: state.toString(16).padStart(2, '0').toUpperCase(),
    version: loadFileVersion && `${loadFileVersion.major}.${loadFileVersion.minor}`,
    modules: moduleAids.map(formatAid),
    load_file: loadFileAid && formatAid(loadFileAid),
    privileges: privileges && formatAid(privileges),
    domain: securityDomainAid && formatAid(securityDomainAid),
  }
}
