import { appletTypes, type AppletType } from '@simdeck/contract/ota-progress.ts'
import { projectProgress } from '../campaigns/progress.ts'
import type { Db } from '../platform/db/database.ts'
import type { NewRow } from '../platform/db/schema.ts'

type Job = NewRow<'ota_jobs'>

/** Inserts a campaign with these OTAs of one SIM and shows them in the SIM; returns the ids of the OTAs. */
export async function addOtas(
  db: Db,
  simId: number,
  otas: readonly (Pick<Job, 'kind'> & Partial<Job>)[],
  appletType: AppletType = appletTypes.other,
): Promise<number[]> {
  const campaign = await db
    .insertInto('campaigns')
    .values({ name: '', state: 'running', action: 'install', applet_type: appletType, targets: '[]', total: 1, excluded: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const common = { campaign_id: campaign.id, sim_id: simId, applet_type: appletType }
  const jobs = await db
    .insertInto('ota_jobs')
    .values(otas.map((ota, step) => ({ ...common, step, ...ota })))
    .returning('id')
    .execute()
  await projectProgress(db, { campaignId: campaign.id })
  return jobs.map(({ id }) => id)
}
