import type { Db } from '../platform/db/database.ts'
import { type AppletType, appletTypes } from '@simdeck/contract/ota-progress.ts'
import { projectJobs } from './progress-queries.ts'

const isAppletType = (type: number | null): type is AppletType => Object.values<number | null>(appletTypes).includes(type)

/**
 * Writes the combined status of OTAs into the rows of their SIMs, and the last OTAs of each slot into `sim_ota`. Call it after each change
 * of the status of `ota_jobs` rows, in the same transaction.
 */
export async function projectProgress(
  db: Db,
  jobs: { campaignId: number } | { jobIds: readonly number[]; appletTypes?: readonly (number | null)[] },
): Promise<void> {
  const types = 'jobIds' in jobs ? jobs.appletTypes : undefined
  for (const appletType of types ?? Object.values(appletTypes)) {
    if (isAppletType(appletType)) await projectJobs(db, jobs, appletType)
  }
}
