import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { campaignResults } from './results.ts'

/** What the page of a campaign shows beside its figures. */
export function campaignReportRoutes({ db }: { db: Db }): Handlers<'getCampaignResults'> {
  return {
    getCampaignResults: ({ params }) => campaignResults(db, params.id, new Date()),
  }
}
