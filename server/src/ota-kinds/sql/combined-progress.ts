import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { uninstallShown } from '@simdeck/contract/ota-progress.ts'

/** SQL of `combinedProgress`: true if the progress of the uninstall counts for both OTAs, of which one may be missing. */
export function uninstallDecides(install: string, uninstall: string): RawBuilder<SqlBool> {
  const statuses = sql.join(uninstallShown.uninstall.map((status) => sql.lit(status)))
  const [installStatus, uninstallStatus] = [sql.ref(`${install}.status`), sql.ref(`${uninstall}.status`)]
  return sql<SqlBool>`(${sql.ref(`${install}.id`)} is null
    or (${installStatus} = ${sql.lit(uninstallShown.install)} and ${uninstallStatus} in (${statuses})))`
}
