import { sortOf } from '@simdeck/contract/list.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { pageOf, windowOf } from '../../platform/http/paging.ts'
import { diagnosisOf } from './diagnosis.ts'
import { historyOf } from './history.ts'
import { campaignResults } from './results.ts'
import { campaignSims, causeIn, cellIn } from './sims.ts'

/** What the page of a campaign shows beside its figures. */
export function campaignReportRoutes({
  db,
}: {
  db: Db
}): Handlers<'getCampaignResults' | 'getCampaignDiagnosis' | 'getCampaignHistory' | 'listCampaignSims'> {
  return {
    getCampaignResults: ({ params }) => campaignResults(db, params.id, new Date()),

    getCampaignDiagnosis: ({ params }) => diagnosisOf(db, params.id, new Date()),

    getCampaignHistory: ({ params }) => historyOf(db, params.id),

    async listCampaignSims({ params, query }) {
      const { status, wave, cause, cell, waiting, search } = query
      const filter = {
        status,
        wave,
        cause: cause === undefined ? undefined : causeIn(cause),
        cell: cell === undefined ? undefined : cellIn(cell),
        waiting,
        search,
      }
      const { sims, total } = await campaignSims(db, params.id, {
        filter,
        newestFirst: sortOf(query.sort)?.order === 'DESC',
        ...windowOf(query),
      })
      return pageOf(sims, query, total)
    },
  }
}
