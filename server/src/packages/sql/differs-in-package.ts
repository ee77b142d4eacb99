import { type RawBuilder, sql } from 'kysely'

/** True for a SIM `s` whose card differs from what it should hold of this package, so that an install of the same version repairs it. */
export const differsInPackage = (packageId: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from sim_differences d where d.sim_id = s.id and d.package_id = ${packageId} and d.kind <> 'extra')`
