import { listCampaigns } from '@simdeck/contract/campaign-list.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useQueries } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { PageTabs } from '../../ui/frame/Page.tsx'
import type { PageTab } from '../../ui/frame/Page.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import type { CampaignNarrowing } from './campaign-filters.tsx'
import { useRefetchAfter } from '../use-refetch-after.ts'
import { campaignListText } from './list-text.ts'
import type { shownStates } from './list-text.ts'

type State = (typeof shownStates)[number]

/** The states of each tab. */
const tabs = {
  attention: ['awaitingApproval', 'paused', 'waitsForRelease'],
  underWay: ['running', 'stopping'],
  planned: ['scheduled'],
  over: ['completed', 'partlyFailed', 'allFailed', 'stopped', 'rejected'],
} as const satisfies Record<string, readonly State[]>
const names = Object.keys(tabs) as (keyof typeof tabs)[]

/** Campaigns on other pages of the list change too. */
const everyMs = 60_000
const afterChangeMs = 1_000

/**
 * Tabs that filter the campaigns by groups of states, each with the number of its campaigns. They keep the other filters, and count again
 * after a change of a shown campaign.
 */
export function CampaignTabs({ filters, shown }: { filters: CampaignNarrowing; shown: readonly Campaign[] }) {
  const t = useText(campaignListText)
  const { state = '', ...others } = filters
  const counts = useQueries({
    queries: names.map((name) => ({
      ...queryOf(listCampaigns, { query: { ...others, state: tabs[name].join(','), take: 1 } }),
      refetchInterval: everyMs,
    })),
  })
  const states = JSON.stringify(shown.map(({ id, state: present, waitsForRelease }) => [id, present, waitsForRelease]))
  useRefetchAfter(states, () => counts.forEach(({ refetch }) => void refetch()), afterChangeMs)
  return (
    <PageTabs
      label={t.tabs}
      tabs={[
        { words: t.all, link: { to: '.', search: others }, active: state === '' },
        ...names.map((name, at) => {
          const wanted = tabs[name].join(',')
          const total = counts[at]?.data?.totalItems
          const tab: PageTab = {
            words: t[name],
            count: total === undefined ? undefined : formatNumber(total),
            link: { to: '.', search: { ...others, state: wanted } },
            active: state === wanted,
          }
          return tab
        }),
      ]}
    />
  )
}
