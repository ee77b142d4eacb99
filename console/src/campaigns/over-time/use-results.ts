import { getCampaignResults } from '@simdeck/contract/campaign-report.ts'
import { openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useQuery } from '@tanstack/react-query'
import { keepRows } from '../../session/api/query-client.ts'
import { queryOf } from '../../session/api/query.ts'
import { useRefetchAfter } from '../use-refetch-after.ts'

/** The rate changes with time, also without results. */
const everyMs = 30_000
/** The server stores results up to a second after they are counted. */
const storedAfterMs = 1_500

/** Results of a campaign over time. They are loaded again after its figures have changed. */
export function useCampaignResults({ id, state, counts }: Campaign) {
  const results = useQuery({
    ...queryOf(getCampaignResults, { params: { id } }),
    ...keepRows,
    refetchInterval: openCampaignStates.includes(state) ? everyMs : false,
  })
  useRefetchAfter(JSON.stringify([state, counts]), results.refetch, storedAfterMs)
  return results
}
