import { sortOf } from '@simdeck/contract/list.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { pageOf, windowOf } from '../../platform/http/paging.ts'
import type { FleetIndex } from '../../sims/fleet-index/fleet-index.ts'
import type { QuestionQueue } from '../../sims/fleet-index/question-queue.ts'
import { askerOf } from '../../sims/list/asker.ts'
import { diagnosisOf } from './diagnosis.ts'
import { historyOf } from './history.ts'
import { campaignResults } from './results.ts'
import { soughtSims } from './search.ts'
import { campaignSims, causeIn, cellIn } from './sims.ts'

/** Results over time, causes, changes and SIMs: the page of a campaign shows them beside its figures. */
export function campaignReportRoutes({
  db,
  index,
  turns,
}: {
  db: Db
  index: FleetIndex
  turns: QuestionQueue
}): Handlers<'getCampaignResults' | 'getCampaignDiagnosis' | 'getCampaignHistory' | 'listCampaignSims'> {
  return {
    getCampaignResults: ({ params }) => campaignResults(db, params.id, new Date()),

    getCampaignDiagnosis: (call) => turns.run(askerOf(call), () => diagnosisOf(db, call.params.id, new Date())),

    getCampaignHistory: ({ params }) => historyOf(db, params.id),

    async listCampaignSims(call) {
      const { params, query } = call
      const asker = askerOf(call)
      const { status, wave, cause, cell, waiting, quarantined, search } = query
      const filter = {
        status,
        wave,
        cause: cause === undefined ? undefined : causeIn(cause),
        cell: cell === undefined ? undefined : cellIn(cell),
        waiting,
        quarantined,
        ...(search && (await soughtSims(index, search, asker))),
      }
      const page = { filter, newestFirst: sortOf(query.sort)?.order === 'DESC', ...windowOf(query) }
      const { sims, total } = await turns.run(asker, () => campaignSims(db, params.id, page))
      return pageOf(sims, query, total)
    },
  }
}
