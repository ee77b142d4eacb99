import { statusesInUse } from '@simdeck/contract/dashboard.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimCluster } from '@simdeck/contract/sim-map.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../session/api/query.ts'
import { useSettings } from '../session/settings.ts'
import type { SimSearch } from '../sims/list/sim-list-query.ts'
import type { Fact } from '../ui/frame/Page.tsx'
import type { BarPart } from '../ui/value/Bits.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import type { Colour } from './clusters.ts'
import { fleetMapText } from './fleet-map-text.ts'

/** The SIMs of a cluster by the value that colours it. */
export function usePartsOf({ sims, on, measured, weak }: SimCluster, colour: Colour): BarPart[] {
  const t = useText(fleetMapText)
  if (colour === 'connection')
    return [
      { name: t.on, value: on, tone: 'succeeded' },
      { name: t.off, value: sims - on, tone: 'offline' },
    ]
  return [
    { name: t.strong, value: measured - weak, tone: 'succeeded' },
    { name: t.weak, value: weak, tone: 'interrupted' },
    { name: t.unmeasured, value: sims - measured, tone: 'rest' },
  ]
}

/**
 * The number of silent SIMs among those of a filter, with a link to them; null until known, and for a filter whose own conditions on
 * status, connection or polls leave no room for those of silent SIMs.
 */
export function useSilentFact(filters: SimSearch['filters'], isWanted: boolean): Fact | null {
  const t = useText(fleetMapText)
  const intervals = useSettings(({ silentIntervals }) => silentIntervals)
  const isFree = isWanted && !filters.status && !filters.connection && !filters.silent && !filters.not
  const search = { ...filters, status: statusesInUse.join(','), connection: 'off', silent: `${intervals}x` }
  const { data } = useQuery({ ...queryOf(endpoints.listSims, { query: { ...search, take: 1 } }), enabled: isFree })
  if (!isFree || !data) return null
  const value = (
    <Link to="/" search={search}>
      {formatNumber(data.totalItems)}
    </Link>
  )
  return { name: t.silent, value }
}
