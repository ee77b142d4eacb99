import { type AppletType, appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../platform/db/database.ts'
import { projectJobs, type ProjectedSims } from './progress-queries.ts'

const isAppletType = (type: number | null): type is AppletType => Object.values<number | null>(appletTypes).includes(type)

/**
 * Writes the combined status of OTAs into the rows of their SIMs, and the last OTAs of each slot into `sim_ota`. Call it after each change
 * of the status of `ota_jobs` rows, in the same transaction, which has locked the SIMs. A large campaign calls it after its start.
 */
export async function projectProgress(db: Db, sims: ProjectedSims & { appletTypes?: readonly (number | null)[] }): Promise<void> {
  for (const appletType of sims.appletTypes ?? Object.values(appletTypes)) {
    if (isAppletType(appletType)) await projectJobs(db, sims, appletType)
  }
}
