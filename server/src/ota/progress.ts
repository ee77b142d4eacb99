import type { Db } from '../db/database.ts'
import { projectJobs } from './queries.ts'

/**
 * Writes the present state of OTAs into the rows of their SIMs (install and uninstall progress and the combined status, per
 * applet type), in the transaction it is given. Call it wherever ota_jobs rows were written.
 */
export async function projectProgress(db: Db, jobs: { campaignId: number } | { jobIds: readonly number[] }): Promise<void> {
  await projectJobs(db, jobs)
}
