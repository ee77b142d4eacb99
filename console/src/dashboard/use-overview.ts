import { getDashboard, getDashboardSeries } from '@simdeck/contract/dashboard.ts'
import { liveTopics } from '@simdeck/contract/live-topics.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepRows } from '../session/api/query-client.ts'
import { queryOf, refresh, setAnswer } from '../session/api/query.ts'
import { onSocketEvent } from '../session/live/live.ts'
import { rowOf } from '../session/live/live-cache.ts'
import { useWatchedCampaigns } from '../session/live/watched-sims.ts'
import { useConnection } from '../ui/frame/connection.ts'
import { queryOfPeriod } from './period.ts'
import type { Period } from './period.ts'

/** New figures are reported by the websocket. Without one, they are asked for as often as they are gathered. */
const everyMs = 60_000

function useInterval(): number | false {
  return useConnection(({ now }) => now.is === 'live') ? false : everyMs
}

/** Puts a changed campaign into the overview. A campaign that it does not show may be new, and one that has ended leaves it. */
function takeCampaign(changed: Campaign): void {
  let isShown = false
  setAnswer(getDashboard, {}, (overview) => {
    if (!overview?.campaigns) return overview
    isShown = overview.campaigns.rows.some(({ campaign }) => campaign.id === changed.id)
    if (!isShown) return overview
    const rows = overview.campaigns.rows.map((row) => (row.campaign.id === changed.id ? { ...row, campaign: changed } : row))
    return { ...overview, campaigns: { ...overview.campaigns, rows } }
  })
  if (!isShown || changed.finishedAt !== null) void refresh(getDashboard)
}

/** The state of the installation, live. */
export function useOverview() {
  const refetchInterval = useInterval()
  useWatchedCampaigns('all')
  useEffect(
    () =>
      onSocketEvent((event) => {
        if (event.event !== liveTopics.campaigns.event) return
        const row = rowOf(event)
        if (row) takeCampaign(row as Campaign)
      }),
    [],
  )
  return useQuery({ ...queryOf(getDashboard, {}), refetchInterval })
}

/** The figures of a period, live. */
export function useSeries(period: Period) {
  const refetchInterval = useInterval()
  return useQuery({ ...queryOf(getDashboardSeries, { query: queryOfPeriod(period) }), ...keepRows, refetchInterval })
}
