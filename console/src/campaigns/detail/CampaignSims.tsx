import { campaignSimStatuses, listCampaignSims, waitingReasons } from '@simdeck/contract/campaign-report.ts'
import type { CampaignSim } from '@simdeck/contract/campaign-report.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { soughtProblem } from '@simdeck/contract/sim-search.ts'
import { useEffect } from 'react'
import { useListSearch } from '../../session/address/list-search.ts'
import { useList } from '../../session/address/use-list.ts'
import { queryClient } from '../../session/api/query-client.ts'
import { keyOf } from '../../session/api/query.ts'
import { onSocketEvent } from '../../session/live/live.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FilterBar, TextEditor } from '../../ui/filter/FilterBar.tsx'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { OneChoiceEditor } from '../../ui/filter/OneChoiceEditor.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { PageTabs } from '../../ui/frame/Page.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { otaStatusText } from '../../ui/value/StatusText.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { countsByStatus, firstUnreleased, unreleasedSims } from '../campaign-counts.ts'
import { campaignText } from '../campaign-text.ts'
import { waitingWords } from '../diagnosis/diagnosis-text.ts'
import { withOta } from './campaign-sim.ts'
import { CampaignSimCard, useCampaignSimColumns } from './campaign-sim-columns.tsx'
import { campaignSimsText } from './sims-text.ts'
import css from '../campaign.module.css'

const filterNames = ['status', 'wave', 'cause', 'waiting', 'cell', 'quarantined', 'search'] as const
type FilterName = (typeof filterNames)[number]
const sortable = ['sim_id'] as const
const simOf = (sim: CampaignSim): number => sim.sim_id

function valid(name: FilterName, value: string): boolean {
  if (name === 'status') return campaignSimStatuses.some((status) => status === value)
  if (name === 'wave') return /^\d{1,2}$/.test(value) && Number(value) > 0
  if (name === 'cause') return /^\d{1,4}(-([0-9A-Fa-f]{4})?(-[A-Za-z]{1,40})?)?$/.test(value)
  if (name === 'waiting') return waitingReasons.some((reason) => reason === value)
  if (name === 'cell') return /^\d{3}-\d{2,3}-\d{1,10}-\d{1,15}$/.test(value)
  if (name === 'quarantined') return value === 'true'
  return soughtProblem(value) === null
}

/** Shows each change of an OTA in the row of its SIM at once. */
function useLiveOtas(campaignId: number): void {
  useEffect(
    () =>
      onSocketEvent((event) => {
        if (event.event !== 'OTA_LOG' || event.otaLog.campaign_id !== campaignId) return
        const queryKey = keyOf(listCampaignSims, { params: { id: campaignId } })
        queryClient.setQueriesData<Page<CampaignSim>>(
          { queryKey },
          (page) => page && { ...page, data: page.data.map((row) => withOta(row, event.otaLog)) },
        )
      }),
    [campaignId],
  )
}

/** SIMs of a campaign with their results, live: one row for each, also if its applet is replaced. */
export function CampaignSims({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const language = useLanguage()
  const words = useText(campaignSimsText)
  const statusNames = useText(otaStatusText)
  const { id, total, waves } = campaign
  const list = useListSearch({ list: 'otaLog', filters: filterNames, sortable, valid })
  const sims = useList(listCampaignSims, list, { params: { id }, live: { topic: 'jobs', simOf } })
  useLiveOtas(id)
  const hasWaves = waves.length > 1
  const unreleasedFrom = firstUnreleased(campaign)
  const columns = useCampaignSimColumns(hasWaves, unreleasedFrom)
  const readyName = unreleasedSims(campaign) > 0 ? words.readyOrUnreleased : statusNames.Ready
  const { status, wave, cause, cell, quarantined } = list.filters
  const waiting = waitingReasons.find((reason) => reason === list.filters.waiting)
  const counts = countsByStatus(campaign)
  const text = (name: 'cause' | 'cell', value: string): Filter => ({
    id: name,
    name: words[name],
    value,
    onRemove: () => list.setFilter(name, null),
    editor: (close) => (
      <TextEditor label={words[name]} value={value} onApply={(next) => list.setFilter(name, next || null)} close={close} />
    ),
  })
  const filters: Filter[] = [
    ...(hasWaves
      ? [
          {
            id: 'wave',
            name: words.wave,
            value: wave ?? null,
            onRemove: () => list.setFilter('wave', null),
            editor: (close: () => void) => (
              <OneChoiceEditor
                options={waves.map((one) => ({ value: String(one.wave), words: words.waveOf(String(one.wave)) }))}
                value={wave ?? null}
                onApply={(next) => list.setFilter('wave', next)}
                close={close}
              />
            ),
          },
        ]
      : []),
    ...(cause ? [text('cause', cause)] : []),
    ...(cell ? [text('cell', cell)] : []),
    ...(quarantined || campaign.quarantined > 0
      ? [
          {
            id: 'quarantined',
            name: words.quarantined,
            value: quarantined ? words.yes : null,
            onRemove: () => list.setFilter('quarantined', null),
            editor: (close: () => void) => (
              <OneChoiceEditor
                options={[{ value: 'true', words: words.yes }]}
                value={quarantined ?? null}
                onApply={(next) => list.setFilter('quarantined', next)}
                close={close}
              />
            ),
          },
        ]
      : []),
    {
      id: 'waiting',
      name: words.waiting,
      value: waiting ? waitingWords[waiting].reason[language] : null,
      onRemove: () => list.setFilter('waiting', null),
      editor: (close) => (
        <OneChoiceEditor
          options={waitingReasons.map((reason) => ({ value: reason, words: waitingWords[reason].reason[language] }))}
          value={waiting ?? null}
          onApply={(next) => list.setFilter('waiting', next)}
          close={close}
        />
      ),
    },
  ]
  return (
    <section id="sims">
      <div className={css.tableTitle}>
        <h2>{t.perSim}</h2>
        <span className={css.of}>{t.sims(formatNumber(total))}</span>
      </div>
      <PageTabs
        label={t.statusFilter}
        tabs={[null, ...campaignSimStatuses].map((value) => ({
          words: value === 'Ready' ? readyName : value ? statusNames[value] : t.all,
          count: formatNumber(value ? counts[value] : total),
          active: (status ?? null) === value,
          link: { to: '.', search: { ...list.filters, status: value ?? undefined, page: undefined }, resetScroll: false },
        }))}
      />
      <FilterBar
        search={{
          value: list.filters.search ?? '',
          placeholder: words.search,
          onChange: (value) => list.setFilter('search', value || null),
        }}
        filters={filters}
        onClear={list.clear}
      />
      <ListTable
        label={t.perSim}
        inPage
        counts="sims"
        columns={columns}
        list={sims}
        rowId={(sim) => String(sim.id)}
        rowName={(sim) => sim.device_alias ?? sim.iccid}
        skeletonRows={10}
        card={(sim) => <CampaignSimCard sim={sim} unreleasedFrom={unreleasedFrom} />}
        notFound={
          <EmptyState
            title={Object.keys(list.filters).some((name) => name !== 'status') ? words.noMatch : t.noRows}
            actions={<Button onClick={list.clear}>{t.showAll}</Button>}
          >
            {t.noRowsWords}
          </EmptyState>
        }
        empty={<EmptyState title={t.noRows}>{t.noRowsWords}</EmptyState>}
      />
    </section>
  )
}
