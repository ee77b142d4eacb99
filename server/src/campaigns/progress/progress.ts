import type { Db } from '../../platform/db/database.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import { projectJobs } from './queries.ts'

/**
 * Writes the present state of OTAs into the rows of their SIMs (install and uninstall progress and the combined status, per
 * applet type), in the transaction it is given. Call it wherever the status of ota_jobs rows was written.
 */
export async function projectProgress(
  db: Db,
  jobs: { campaignId: number } | { jobIds: readonly number[]; appletTypes?: readonly (number | null)[] },
): Promise<void> {
  const types = 'jobIds' in jobs ? jobs.appletTypes : undefined
  for (const appletType of types ?? Object.values(appletTypes)) {
    if (appletType !== null) await projectJobs(db, jobs, appletType)
  }
}
