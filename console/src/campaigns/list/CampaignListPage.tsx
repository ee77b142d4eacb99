import { listCampaigns } from '@simdeck/contract/campaign-list.ts'
import { IconArchive } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { MayButton } from '../../session/MayButton.tsx'
import { useList } from '../../session/address/use-list.ts'
import { useWatchedCampaigns } from '../../session/live/watched-sims.ts'
import { useMay } from '../../session/use-me.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ViewMenu } from '../../ui/filter/ViewMenu.tsx'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import { ListScreen } from '../../ui/frame/ListScreen.tsx'
import type { Crumb } from '../../ui/frame/Page.tsx'
import { useTableView } from '../../ui/table/persisted.ts'
import { noSelection } from '../../ui/table/selection.ts'
import { useSelection } from '../../ui/table/use-selection.ts'
import { useText } from '../../ui/words/text.ts'
import { campaignText } from '../campaign-text.ts'
import { TemplatesButton } from '../templates/TemplatesButton.tsx'
import { templatesText } from '../templates/templates-text.ts'
import { ArchivedMatches } from './ArchivedMatches.tsx'
import { ArchiveSelected } from './ArchiveSelected.tsx'
import { CampaignCard, useCampaignColumns } from './campaign-columns.tsx'
import { narrowingOf, useCampaignFilters, useCampaignSearch } from './campaign-filters.tsx'
import { CampaignTabs } from './CampaignTabs.tsx'
import { campaignListText } from './list-text.ts'

/** Screen of all campaigns, or of the archived ones, filtered, sorted and paged by the server, live. */
export function CampaignListPage() {
  const t = useText(campaignText)
  const words = useText(campaignListText)
  const templates = useText(templatesText)
  const search = useCampaignSearch()
  const campaigns = useList(listCampaigns, search, { process: 'otaList' })
  const filters = useCampaignFilters(search)
  const columns = useCampaignColumns()
  const view = useTableView('otaLog')
  const { selection, onSelect } = useSelection(search.filters)
  const navigate = useNavigate()
  const manages = useMay('OTA_UPDATE')
  useWatchedCampaigns('all')
  const archived = search.filters.archived === 'true'
  const narrowing = narrowingOf(search.filters)
  const isNarrowed = Object.keys(narrowing).length > 0
  const isEmpty = campaigns.total === 0 && !isNarrowed
  const list = { ...campaigns, filtered: isNarrowed }
  const ota: Crumb = { words: t.ota, link: { to: '/otas' } }
  const clear = (): void => void navigate({ to: '.', search: archived ? { archived: 'true' } : {} })
  return (
    <ListScreen
      title={archived ? words.archived : t.campaigns}
      crumbs={archived ? [ota, { words: words.backToList, link: { to: '/otas/campaigns' } }] : [ota]}
      counted
      actions={
        <>
          {!archived && <TemplatesButton words={templates.templates} />}
          {!archived && (
            <Button icon={<IconArchive size={16} />} onClick={() => void navigate({ to: '/otas/campaigns', search: { archived: 'true' } })}>
              {words.archive}
            </Button>
          )}
          {!(isEmpty && !archived) && <StartBulkOta />}
        </>
      }
      filter={
        isEmpty
          ? null
          : {
              search: {
                value: search.filters.search ?? '',
                placeholder: words.search,
                onChange: (value) => search.setFilter('search', value.slice(0, 100) || null),
              },
              filters,
              onClear: clear,
            }
      }
      notes={isEmpty || archived ? null : <CampaignTabs filters={narrowing} shown={campaigns.rows ?? []} />}
      bar={{
        bulkActions: (
          <ArchiveSelected
            ids={selection.kind === 'rows' ? selection.ids : new Set()}
            archived={!archived}
            onDone={() => onSelect(noSelection)}
          />
        ),
        end: <ViewMenu list="otaLog" columns={columns} />,
      }}
      list={list}
      columns={columns}
      rowId={(campaign) => String(campaign.id)}
      rowName={(campaign) => campaign.name}
      card={(campaign) => <CampaignCard campaign={campaign} />}
      selection={selection}
      onSelect={onSelect}
      withoutBoxes={!manages}
      view={view}
      notFound={
        <EmptyState title={words.noMatch} actions={<Button onClick={clear}>{t.showAll}</Button>}>
          {!archived && <ArchivedMatches filters={narrowing} />}
        </EmptyState>
      }
      empty={
        archived ? (
          <EmptyState title={words.nothingArchived} actions={<LinkButton to="/otas/campaigns">{words.backToList}</LinkButton>}>
            {words.nothingArchivedWords}
          </EmptyState>
        ) : (
          <EmptyState title={t.noCampaigns} actions={<StartBulkOta />}>
            {t.noCampaignsWords}
          </EmptyState>
        )
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
