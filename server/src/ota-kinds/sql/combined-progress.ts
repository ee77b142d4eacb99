import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { uninstallShown } from '@simdeck/contract/ota-progress.ts'

/**
 * The status of a SIM in a campaign by its two OTAs, of which one may be missing: the install and the removal before it, or the install of a
 * new poller and the removal after it. `removalDecides`: the removal has the status. Between the two OTAs it is Started.
 */
export function statusOfSim(install: string, removal: string) {
  const [installStatus, removalStatus] = [sql.ref(`${install}.status`), sql.ref(`${removal}.status`)]
  const removalDecides = sql<SqlBool>`(${uninstallDecides(install, removal)}
    or (${installStatus} = 'Succeeded' and ${removalStatus} not in ('Succeeded', 'NotFound')))`
  return {
    removalDecides,
    status: sql`case when (${installStatus} = 'Ready' and ${removalStatus} in ('Succeeded', 'NotFound'))
      or (${installStatus} = 'Succeeded' and ${removalStatus} = 'Ready') then 'Started'
      when ${removalDecides} then ${removalStatus} else ${installStatus} end`,
  }
}

/** SQL of `combinedProgress`: true if the progress of the uninstall counts for both OTAs, of which one may be missing. */
export function uninstallDecides(install: string, uninstall: string): RawBuilder<SqlBool> {
  const statuses = sql.join(uninstallShown.uninstall.map((status) => sql.lit(status)))
  const [installStatus, uninstallStatus] = [sql.ref(`${install}.status`), sql.ref(`${uninstall}.status`)]
  return sql<SqlBool>`(${sql.ref(`${install}.id`)} is null
    or (${installStatus} = ${sql.lit(uninstallShown.install)} and ${uninstallStatus} in (${statuses})))`
}
