import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { GroupCampaign } from '@simdeck/contract/group-campaigns.ts'
import type { Group } from '@simdeck/contract/groups.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CampaignStateText } from '../campaigns/CampaignState.tsx'
import { useListSearch } from '../session/address/list-search.ts'
import { useList } from '../session/address/use-list.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Section } from '../ui/frame/Page.tsx'
import { CardLines } from '../ui/table/CardLines.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { ListTable } from '../ui/table/ListTable.tsx'
import { RelativeTime, Time } from '../ui/value/Time.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { figuresMs } from './group-list-query.ts'
import { groupPageText } from './group-list-text.ts'

function CampaignName({ campaign: { id, name } }: { campaign: GroupCampaign }) {
  return (
    <Link to="/otas/campaigns/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  )
}

/** The campaigns with SIMs that were in the group when they began, newest first. */
export function GroupCampaigns({ group: { id } }: { group: Group }) {
  const t = useText(groupPageText)
  const search = useListSearch({ list: 'default', filters: [], sortable: [] })
  const campaigns = useList(endpoints.listGroupCampaigns, search, { params: { id }, refetchInterval: figuresMs })
  const columns = useMemo<Column<GroupCampaign>[]>(
    () => [
      { id: 'name', header: t.campaign, cell: (campaign) => <CampaignName campaign={campaign} />, clipAt: 320, skeleton: 160 },
      { id: 'state', header: t.state, cell: (campaign) => <CampaignStateText campaign={campaign} />, skeleton: 90 },
      {
        id: 'sims',
        header: t.simsThen,
        align: 'end',
        cell: ({ simsOfGroup, total }) => t.simsThenOf(formatNumber(simsOfGroup), formatNumber(total)),
      },
      { id: 'createdAt', header: t.started, cell: ({ createdAt }) => <Time at={createdAt} />, skeleton: 110 },
    ],
    [t],
  )
  return (
    <Section title={t.campaigns}>
      <ListTable
        label={t.campaigns}
        list={campaigns}
        columns={columns}
        rowId={(campaign) => String(campaign.id)}
        rowName={({ name }) => name}
        card={(campaign) => (
          <CardLines
            name={<CampaignName campaign={campaign} />}
            end={<CampaignStateText campaign={campaign} />}
            second={[<RelativeTime key="started" at={campaign.createdAt} />]}
            parts={[{ name: t.simsThen, value: t.simsThenOf(formatNumber(campaign.simsOfGroup), formatNumber(campaign.total)) }]}
          />
        )}
        empty={<EmptyState title={t.noCampaigns} />}
        skeletonRows={2}
        inPage
      />
    </Section>
  )
}
