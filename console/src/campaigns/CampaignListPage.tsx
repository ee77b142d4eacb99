import { listCampaigns } from '@simdeck/contract/ota.ts'
import { useNavigate } from '@tanstack/react-router'
import { useListSearch } from '../session/address/list-search.ts'
import { MayButton } from '../session/MayButton.tsx'
import { useWatchedCampaigns } from '../session/live/watched-sims.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { useText } from '../ui/words/text.ts'
import { campaignText } from './campaign-text.ts'
import { useList } from '../session/address/use-list.ts'
import { ListScreen } from '../ui/frame/ListScreen.tsx'
import { CampaignCard, useCampaignColumns } from './campaign-columns.tsx'

const noFilters: readonly never[] = []
const sortable = ['createdAt'] as const

/** Screen of all campaigns, newest first, live. */
export function CampaignListPage() {
  const t = useText(campaignText)
  const list = useListSearch({ list: 'otaLog', filters: noFilters, sortable })
  const campaigns = useList(listCampaigns, list, { process: 'otaList' })
  useWatchedCampaigns('all')
  return (
    <ListScreen
      title={t.campaigns}
      crumbs={[{ words: t.ota, link: { to: '/otas' } }]}
      counted
      actions={campaigns.total !== 0 && <StartBulkOta />}
      list={campaigns}
      columns={useCampaignColumns()}
      rowId={(campaign) => String(campaign.id)}
      rowName={(campaign) => campaign.name}
      card={(campaign) => <CampaignCard campaign={campaign} />}
      empty={
        <EmptyState title={t.noCampaigns} actions={<StartBulkOta />}>
          {t.noCampaignsWords}
        </EmptyState>
      }
    />
  )
}

function StartBulkOta() {
  const t = useText(campaignText)
  const navigate = useNavigate()
  return (
    <MayButton permission="OTA_CREATE" variant="primary" onClick={() => void navigate({ to: '/otas/execute' })}>
      {t.bulkOta}
    </MayButton>
  )
}
