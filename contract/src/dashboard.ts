import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { actionLog } from './logs.ts'
import { moment } from './moment.ts'
import { campaign } from './ota.ts'

/** The things that need attention, the most urgent first. */
export const attentionKeys = [
  'failedAppletOtas',
  'failedPollerOtas',
  'campaignsPastLimit',
  'silentSims',
  'imeiChanged',
  'mailServerMissing',
  'campaignsAwaitingApproval',
  'campaignsAwaitingRelease',
  'simsWithoutKeys',
] as const
export type AttentionKey = (typeof attentionKeys)[number]

/** `error`: something failed. `warning`: something is not as expected. `notice`: something waits for a person. */
export const attentionLevels = ['error', 'warning', 'notice'] as const

/** The statuses of SIMs in use, which are expected to poll. */
export const statusesInUse = ['ACTIVATED'] as const

/** The minutes for which a member takes care of an item. */
export const careMinutes = 60

/** A screen of the console; `filter` has the filters of its list in the form of an address. */
export const attentionLink = z.object({
  screen: z.enum(['sims', 'campaigns', 'mailSettings']),
  filter: z.record(z.string(), z.string()),
})

/** The member who takes care of an item until a time. */
export const care = z.object({ memberId: z.number(), name: z.string(), until: z.string(), own: z.boolean() })

export const attentionItem = z.object({
  key: z.enum(attentionKeys),
  level: z.enum(attentionLevels),
  /** The rows of the list behind the link. Null for an item without a number. */
  count: z.number().nullable(),
  /** The difference to the count of a day ago. Null without a figure of that time. */
  change: z.number().nullable(),
  link: attentionLink,
  /** Null: nobody takes care of it. */
  care: care.nullable(),
  /** The group with most of the SIMs. Null for other items, and if most of the SIMs have no group. */
  mostIn: z.object({ id: z.number(), name: z.string(), count: z.number() }).nullable(),
  /** The newest of the campaigns, at most three. */
  campaigns: z.array(z.object({ id: z.number(), name: z.string() })),
  /** The number of own poll intervals after which a SIM counts as silent; null for other items. */
  intervals: z.number().nullable(),
})
export type AttentionItem = z.infer<typeof attentionItem>

/** The classes of RSRP (specification §3), the strongest first. Each begins at its value in dBm. */
export const signalClasses = [
  { name: 'extremelyStrong', fromDbm: -44 },
  { name: 'veryStrong', fromDbm: -90 },
  { name: 'strong', fromDbm: -100 },
  { name: 'veryWeak', fromDbm: -120 },
  { name: 'unavailable', fromDbm: null },
] as const
export const signalNames = signalClasses.map(({ name }) => name)

const filter = z.record(z.string(), z.string())
/** SIMs with a value; null: without one. `filter` lists them, in the form of an address; null without such a filter. */
const share = z.object({ value: z.string().nullable(), count: z.number(), filter: filter.nullable() })
const appletShare = share.omit({ value: true }).extend({ name: z.string().nullable(), version: z.string().nullable() })

/** The target for the 95th percentile of the time to answer a POLL. */
export const pollDelayGoalMs = 1_000

/**
 * The SIMs that are expected to be online are those in use that are online, late or silent. An offline SIM is overdue if its last poll is
 * longer ago than its own poll interval: `silent` after as many of them as the setting says, `late` before.
 */
const connected = {
  online: z.number(),
  expected: z.number(),
  late: z.number(),
  silent: z.number(),
}

const fleet = z.object({
  /** All SIMs. */
  sims: z.number(),
  ...connected,
  /** The filters that list these SIMs, in the form of an address. */
  filters: z.object({ online: filter, late: filter, silent: filter }),
  /** The mean of the last seven days. Null without figures. */
  weekOnlinePercent: z.number().nullable(),
  /** Of the minute before `updatedAt`. Null if no device port reported. */
  pollsPerMinute: z.number().nullable(),
  /** The 95th percentile of the time to answer a POLL in the last ten minutes. Null without POLLs. */
  delayP95Ms: z.number().nullable(),
  /** SIMs by status, most first. */
  statuses: z.array(share),
  /** SIMs by the version of the poller, most first, at most ten. */
  pollers: z.array(share),
  /** SIMs by applet and its version, most first, at most ten. */
  applets: z.array(appletShare),
  /** SIMs in use that are online, by the class of their last RSRP, the strongest first; `unknown` are those without a value. */
  signals: z.array(z.object({ value: z.enum([...signalNames, 'unknown'] as const), count: z.number() })),
})

const plannedCampaign = z.object({
  campaign,
  /** The SIMs that ended in an hour, by the results of the last hour. Null while it does not run, or without results. */
  perHour: z.number().nullable(),
  /** Null if it cannot be estimated. */
  secondsLeft: z.number().nullable(),
})

/** The steps of a new installation, in their order. `secondFactor` concerns the caller's own account. */
export const firstStepNames = ['mailServer', 'secondFactor', 'sims', 'package', 'firstOta'] as const

const dashboard = z.object({
  /** The time of the figures of the fleet. Null while none have been gathered. */
  updatedAt: z.string().nullable(),
  /** The most urgent first; without those whose count is 0 and those that the caller may not read. */
  attention: z.array(attentionItem),
  /** Null while no figures have been gathered. */
  fleet: fleet.nullable(),
  /** Null while the feature is off. Campaigns that have not ended, at most ten: running ones, then paused and waiting ones. */
  campaigns: z.object({ running: z.number(), paused: z.number(), planned: z.number(), rows: z.array(plannedCampaign) }).nullable(),
  /** The last changes by others that succeeded, newest first, at most ten. Null for a caller who may not read the log. */
  changes: z.array(actionLog).nullable(),
  service: z.object({
    /** Nodes that reported within the last minute. */
    nodes: z.number(),
    /** Recurring jobs whose last run failed. */
    failingJobs: z.number(),
    /** Null for a caller who may not read the mail settings. */
    mailServer: z.enum(['set', 'missing']).nullable(),
  }),
  /** Null once the installation is in use: all steps are done, an OTA succeeded, or it has more than 200 SIMs. */
  firstSteps: z.array(z.object({ step: z.enum(firstStepNames), done: z.boolean() })).nullable(),
})
export type Dashboard = z.infer<typeof dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/dashboard',
  needs: 'STATISTIC_MANAGEMENT',
  summary: 'The state of the installation: what needs attention, the fleet, campaigns and the last changes by others',
  response: dashboard,
})

/** The periods of the overview, back from now. */
export const dashboardPeriods = ['24h', '7d', '30d', '13mo'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]

/** The months for which figures are kept. */
export const keptMonths = 13

/** The figures of one step of time, means of its minutes. Null: not measured. */
export const dashboardPoint = z.object({
  /** The begin of the step. */
  at: z.string(),
  sims: z.number().nullable(),
  online: z.number().nullable(),
  expected: z.number().nullable(),
  late: z.number().nullable(),
  silent: z.number().nullable(),
  pollsPerMinute: z.number().nullable(),
  delayP95Ms: z.number().nullable(),
})
export type DashboardPoint = z.infer<typeof dashboardPoint>

export const getDashboardSeries = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/dashboard/series',
  needs: 'STATISTIC_MANAGEMENT',
  summary: 'Figures of the fleet over time, in steps of a minute to a day; older figures exist in coarser steps only',
  /** A period back from now, 24 hours by default; or from a time until another one, which is now by default. */
  query: z.strictObject({ period: z.enum(dashboardPeriods).optional(), period_start: moment.optional(), period_end: moment.optional() }),
  response: z.object({
    from: z.string(),
    until: z.string(),
    stepSeconds: z.number(),
    /** The steps with figures, oldest first; at most 1,500. */
    points: z.array(dashboardPoint),
  }),
})

const attentionPath = z.strictObject({ key: z.enum(attentionKeys) })

export const claimAttention = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/dashboard/attention/{key}/claim',
  needs: 'STATISTIC_MANAGEMENT',
  own: true,
  action: 'attentionUpdate',
  summary: 'Take care of an item for an hour, or for another hour',
  params: attentionPath,
  response: care,
  errors: ['attentionTaken', 'attentionSettled'],
})

/** Does nothing if nobody takes care of the item. */
export const releaseAttention = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/dashboard/attention/{key}/release',
  needs: 'STATISTIC_MANAGEMENT',
  own: true,
  action: 'attentionUpdate',
  summary: 'End the own care of an item',
  params: attentionPath,
  errors: ['attentionTaken'],
})
