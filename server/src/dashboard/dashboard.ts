import type { Dashboard } from '@simdeck/contract/dashboard.ts'
import { defaultSilentIntervals } from '@simdeck/contract/silence.ts'
import { openCampaigns } from '../campaigns/overview.ts'
import { actionShape } from '../logs/action-shape.ts'
import type { Caller } from '../platform/http/handler.ts'
import { lastRuns } from '../platform/jobs/job-reports.ts'
import { findAttention, readableItems, type Sources } from './attention.ts'
import { careShape } from './care.ts'
import { selectCares } from './care-queries.ts'
import { figuresOfYesterday, intervalsFigure } from './figures-queries.ts'
import { firstSteps } from './first-steps.ts'
import { selectChangesByOthers, selectNow } from './queries.ts'

const shownCampaigns = 10
const shownChanges = 10
const nodeSilentMs = 60_000

/** The parts of the overview that are equal for all callers. */
export async function sharedPart(sources: Sources) {
  const { db, hasCampaigns, hasMailServer } = sources
  const now = (await selectNow(db)) ?? null
  const [attention, campaigns, runs, mailServer, yesterday] = await Promise.all([
    findAttention(sources, now?.fleet ?? null),
    hasCampaigns ? openCampaigns(db, shownCampaigns) : null,
    lastRuns(db),
    hasMailServer(),
    now && figuresOfYesterday(db, now.at),
  ])
  const alive = runs.filter(({ started_at: at }) => Date.now() - at.getTime() < nodeSilentMs)
  const failing = new Set(runs.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name))
  return { now, attention, yesterday, campaigns, mailServer, nodes: new Set(alive.map(({ node }) => node)).size, failingJobs: failing.size }
}
export type SharedPart = Awaited<ReturnType<typeof sharedPart>>

/** The overview of a caller. */
export async function dashboardOf(sources: Sources, shared: SharedPart, caller: Caller): Promise<Dashboard> {
  const { db, hasCampaigns, hasMailServer } = sources
  const { permissions, memberId } = caller
  const own = { memberId, credentialId: caller.kind === 'apiId' ? caller.credentialId : null }
  const [cares, changes, steps] = await Promise.all([
    selectCares(db),
    permissions.has('LOGS_SYSTEM_LOG') ? selectChangesByOthers(db, own, shownChanges) : null,
    firstSteps({ db, hasOta: hasCampaigns, hasMailServer }, caller.kind === 'member' && caller.mfaEnabled),
  ])
  const intervalsBefore = shared.yesterday?.[intervalsFigure] ?? defaultSilentIntervals
  const isComparable = ({ intervals }: { intervals: number | null }) => intervals === null || intervals === intervalsBefore
  const careOf = new Map(cares.map((care) => [care.item, careShape(care, memberId)]))
  return {
    updatedAt: shared.now?.at.toISOString() ?? null,
    attention: readableItems(shared.attention, permissions).map((item) => ({
      ...item,
      change: isComparable(item) ? differenceTo(shared.yesterday?.[item.key], item.count) : null,
      care: careOf.get(item.key) ?? null,
    })),
    fleet: shared.now?.fleet.fleet ?? null,
    campaigns: shared.campaigns,
    changes: changes?.map(actionShape) ?? null,
    service: {
      nodes: shared.nodes,
      failingJobs: shared.failingJobs,
      mailServer: permissions.has('SETTING_SYSTEM_MAIL') ? (shared.mailServer ? 'set' : 'missing') : null,
    },
    firstSteps: steps,
  }
}

const differenceTo = (before: number | undefined, count: number | null): number | null =>
  before === undefined || count === null ? null : count - before
