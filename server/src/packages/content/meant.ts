import type { InventoryEntry } from '@simdeck/contract/sim-inventory.ts'
import type { Remedy } from '@simdeck/contract/drift.ts'
import type { Db } from '../../platform/db/database.ts'
import { type MeantPackageRow, selectMeantPackages, selectRecordedAids } from './queries.ts'

/** A package that a SIM should hold. */
export type MeantPackage = Omit<MeantPackageRow, 'params'> & {
  key: NonNullable<InventoryEntry['package']>
  /** The parameters of its last install from here; null for a library and without such an install. */
  install: Remedy['install']
  /** The instance that the SIM should have; null for a library, and if it is unknown. */
  instanceAid: string | null
}

/** The content that a SIM should have: AIDs of instances in `pollers` and `instances`, and that of the security domain of its keys. */
export type MeantContent = {
  packages: readonly MeantPackage[]
  pollers: readonly string[]
  instances: readonly string[]
  securityDomain: string | null
}

/**
 * The content that the SIM should have, by its record and its OTAs. A package that a campaign removed without bringing another one still
 * belongs to it. A SIM without a recorded poller, whose first POLL is not written yet, should hold the `found` pollers.
 */
export async function meantContent(db: Db, simId: number, found: readonly string[]): Promise<MeantContent> {
  const [recorded, rows] = [await selectRecordedAids(db, simId), await selectMeantPackages(db, simId)]
  const packages = rows.map(({ params, ...row }): MeantPackage => {
    const { package_aid: packageAID, ota_version: otaVersion, label, name } = row
    const install = params?.moduleAID ? params : null
    const instanceAid = row.library ? null : row.is_applet ? recorded.other : row.lost_in === null ? null : (install?.instanceAID ?? null)
    return { ...row, key: { packageAID, otaVersion, label, name }, install, instanceAid }
  })
  const instances = [recorded.other, ...packages.map(({ instanceAid }) => instanceAid)].filter((aid) => aid !== null)
  const pollers = recorded.pollers.length === 0 ? found : recorded.pollers
  return { packages, pollers, instances: [...new Set(instances)], securityDomain: recorded.securityDomain }
}
