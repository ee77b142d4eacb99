import { listCampaigns } from '@simdeck/contract/campaign-list.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../../session/api/query.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import type { CampaignNarrowing } from './campaign-filters.tsx'
import { campaignListText } from './list-text.ts'

/** Link to the archived campaigns that match the filters; nothing if there are none. */
export function ArchivedMatches({ filters }: { filters: CampaignNarrowing }) {
  const t = useText(campaignListText)
  const search = { ...filters, archived: 'true' } as const
  const { data } = useQuery(queryOf(listCampaigns, { query: { ...search, take: 1 } }))
  if (!data || data.totalItems === 0) return null
  return (
    <Link to="." search={search}>
      {t.inArchive(formatNumber(data.totalItems))}
    </Link>
  )
}
