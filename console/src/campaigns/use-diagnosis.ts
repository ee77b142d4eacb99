import { getCampaignDiagnosis } from '@simdeck/contract/campaign-report.ts'
import { openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { waitingNow } from '@simdeck/contract/waiting-now.ts'
import { useQuery } from '@tanstack/react-query'
import { keepRows } from '../session/api/query-client.ts'
import { queryOf } from '../session/api/query.ts'
import { useRefetchAfter } from './use-refetch-after.ts'

/** SIMs become silent with time, also without a result. */
const everyMs = 60_000
/** The server counts the causes anew for each load, so a change waits this long for those that follow. */
const afterChangeMs = 2_000

/**
 * The reasons for which SIMs of a campaign failed or wait. They are loaded again after the figures of the campaign have changed;
 * the reasons that its state decides are those of now.
 */
export function useDiagnosis(campaign: Campaign) {
  const { id, state, counts, waves } = campaign
  const diagnosis = useQuery({
    ...queryOf(getCampaignDiagnosis, { params: { id } }),
    ...keepRows,
    select: (counted) => ({ ...counted, waiting: waitingNow(campaign, counted.waiting) }),
    refetchInterval: openCampaignStates.includes(state) ? everyMs : false,
  })
  useRefetchAfter(JSON.stringify([state, counts, waves.map(({ releasedAt }) => releasedAt)]), diagnosis.refetch, afterChangeMs)
  return diagnosis
}
