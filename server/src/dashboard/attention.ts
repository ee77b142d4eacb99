import type { CampaignFilterState } from '@simdeck/contract/campaign-list.ts'
import { type AttentionItem, type AttentionKey, attentionKeys } from '@simdeck/contract/dashboard.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import { defaultSilentIntervals } from '@simdeck/contract/silence.ts'
import { campaignsIn } from '../campaigns/overview.ts'
import type { Db } from '../platform/db/database.ts'
import type { FleetNow } from './fleet/fleet-now.ts'
import { selectGroupNames } from './queries.ts'

/** An item for everybody: without the care, and without the comparison with the day before. */
export type FoundItem = Omit<AttentionItem, 'care' | 'change'>

type Subject = { level: AttentionItem['level']; needs?: Permission } & (
  | { of: 'sims' }
  | { of: 'campaigns'; state: CampaignFilterState }
  | { of: 'mailServer' }
)

/** The properties of each item. */
export const attentionSubjects: Record<AttentionKey, Subject> = {
  failedAppletOtas: { level: 'error', of: 'sims' },
  failedPollerOtas: { level: 'error', of: 'sims' },
  campaignsPastLimit: { level: 'warning', of: 'campaigns', state: 'pastLimit' },
  silentSims: { level: 'warning', of: 'sims' },
  imeiChanged: { level: 'warning', of: 'sims' },
  mailServerMissing: { level: 'warning', of: 'mailServer', needs: 'SETTING_SYSTEM_MAIL' },
  campaignsAwaitingApproval: { level: 'notice', of: 'campaigns', state: 'awaitingApproval' },
  campaignsAwaitingRelease: { level: 'notice', of: 'campaigns', state: 'waitsForRelease' },
  simsWithoutKeys: { level: 'notice', of: 'sims' },
}

export type Sources = {
  db: Db
  /** True if the feature of campaigns is on. */
  hasCampaigns: boolean
  hasMailServer: () => Promise<boolean>
}

/** The items that need attention, the most urgent first. The numbers of SIMs are those of `now`, all others are counted. */
export async function findAttention({ db, hasCampaigns, hasMailServer }: Sources, now: FleetNow | null): Promise<FoundItem[]> {
  const groupNames = await selectGroupNames(db, now ? Object.values(now.attention).flatMap(({ mostIn }) => mostIn?.id ?? []) : [])

  async function find(key: AttentionKey): Promise<FoundItem | null> {
    const subject = attentionSubjects[key]
    const item = {
      key,
      level: subject.level,
      mostIn: null,
      campaigns: [],
      intervals: key === 'silentSims' ? (now?.intervals ?? defaultSilentIntervals) : null,
    }
    if (subject.of === 'mailServer') {
      const link = { screen: 'mailSettings', filter: {} } as const
      return (await hasMailServer()) ? null : { ...item, count: null, link }
    }
    if (subject.of === 'campaigns') {
      if (!hasCampaigns) return null
      const { count, newest } = await campaignsIn(db, subject.state)
      const link = { screen: 'campaigns', filter: { state: subject.state } } as const
      return count === 0 ? null : { ...item, count, link, campaigns: newest }
    }
    const found = now?.attention[key]
    if (!now || !found || found.count === 0) return null
    const { count, filter, mostIn } = found
    const name = mostIn && groupNames.get(mostIn.id)
    return {
      ...item,
      count,
      link: { screen: 'sims', filter },
      mostIn: mostIn && name !== undefined && name !== null ? { ...mostIn, name } : null,
    }
  }

  return (await Promise.all(attentionKeys.map(find))).filter((item) => item !== null)
}

/** The items whose records the caller may read. */
export const readableItems = <Item extends { key: AttentionKey }>(items: readonly Item[], permissions: ReadonlySet<Permission>): Item[] =>
  items.filter(({ key }) => {
    const { needs } = attentionSubjects[key]
    return needs === undefined || permissions.has(needs)
  })
