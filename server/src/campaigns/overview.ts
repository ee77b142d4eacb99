import type { CampaignFilterState } from '@simdeck/contract/campaign-list.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import type { Db } from '../platform/db/database.ts'
import { countCampaigns, selectCampaignPage } from './campaign-list-queries.ts'
import { withCounts } from './campaigns.ts'

const named = 3

/** The number of campaigns that the list has for a state, and the names of the newest ones. */
export async function campaignsIn(db: Db, state: CampaignFilterState): Promise<{ count: number; newest: { id: number; name: string }[] }> {
  const filter = { state: [state] }
  const count = await countCampaigns(db, filter)
  if (count === 0) return { count, newest: [] }
  const newest = await selectCampaignPage(db, filter, { sort: null, take: named, skip: 0 })
  return { count, newest: newest.map(({ id, name }) => ({ id, name })) }
}

export type OpenCampaign = { campaign: Campaign; perHour: number | null; secondsLeft: number | null }

/** The states of open campaigns, as an overview groups and orders them. */
const groups = { running: ['running', 'stopping'], paused: ['paused'], planned: ['awaitingApproval', 'scheduled'] } as const

/** The numbers of campaigns that have not ended, and the first `take` of them: running ones, paused ones, then those that did not begin. */
export async function openCampaigns(db: Db, take: number) {
  const [running, paused, planned] = await Promise.all(Object.values(groups).map((state) => countCampaigns(db, { state: [...state] })))
  const rows = []
  for (const state of Object.values(groups)) {
    if (rows.length >= take) break
    rows.push(...(await selectCampaignPage(db, { state: [...state] }, { sort: null, take: take - rows.length, skip: 0 })))
  }
  const campaigns = await withCounts(db, rows)
  return {
    running: running!,
    paused: paused!,
    planned: planned!,
    rows: campaigns.map(withPace),
  }
}

/** A campaign with the SIMs that end in an hour, and the time that its open SIMs take at that rate. */
function withPace(campaign: Campaign): OpenCampaign {
  const { rate, counts } = campaign
  if (!rate) return { campaign, perHour: null, secondsLeft: null }
  const left = counts.Ready + counts.Started + counts.Interrupted
  return { campaign, perHour: Math.round((rate.sims * 60) / rate.minutes), secondsLeft: Math.round((left * rate.minutes * 60) / rate.sims) }
}
