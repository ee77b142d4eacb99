import { getCampaignResults } from '@simdeck/contract/campaign-report.ts'
import { openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keepRows } from '../../session/api/query-client.ts'
import { queryOf } from '../../session/api/query.ts'

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
  const { refetch } = results
  const figures = JSON.stringify([state, counts])
  const known = useRef(figures)
  useEffect(() => {
    if (known.current === figures) return
    const timer = window.setTimeout(() => {
      known.current = figures
      void refetch()
    }, storedAfterMs)
    return () => window.clearTimeout(timer)
  }, [figures, refetch])
  return results
}
