import { z } from 'zod'
import { alertFigureNames } from './alert-figures.ts'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'
import { listQuery } from './list.ts'
import { clockSpan, isSpan } from './quiet-hours.ts'
import { longestListOf, maxInAddress } from './sim-search.ts'
import { timeZone } from './time-zone.ts'

/** The largest number of alert rules, and of the parties that one rule tells. */
export const maxAlertRules = 1000
export const maxAlertRecipients = 50

/** `over` and `under` exclude the threshold itself. */
export const alertComparisons = ['over', 'atLeast', 'under', 'atMost'] as const
export type AlertComparison = (typeof alertComparisons)[number]

export const alertSeverities = ['warning', 'critical'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const most = 1_000_000_000
const amount = z.number().min(0).max(most)

/** Filters of the SIM list in the form of its address. */
const filter = z
  .record(z.string().regex(/^[a-z_]{1,40}$/), z.string().max(longestListOf(maxInAddress)))
  .refine((found) => Object.keys(found).length <= 40 && Object.values(found).join('').length <= longestListOf(maxInAddress))

const figure = z.enum(alertFigureNames)

/** The number that a rule watches: of the SIMs of a saved view or of filters, or a figure of the overview. */
export const alertSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('view'), viewId: id }),
  z.strictObject({ kind: z.literal('filter'), filter }),
  z.strictObject({ kind: z.literal('figure'), figure }),
])
export type AlertSource = z.infer<typeof alertSource>

/** A member, all members of a role, or everyone. */
export const alertRecipient = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('member'), id, bell: z.boolean(), mail: z.boolean() }),
  z.strictObject({ kind: z.literal('role'), id, bell: z.boolean(), mail: z.boolean() }),
  z.strictObject({ kind: z.literal('everyone'), bell: z.boolean(), mail: z.boolean() }),
])
export type AlertRecipient = z.infer<typeof alertRecipient>

/** The time of each day in which mails of a warning wait for the end of that time. */
export const quietHours = clockSpan.extend({ zone: timeZone })
export type QuietHours = z.infer<typeof quietHours>

const dayMinutes = 1440
const recipientKey = (one: AlertRecipient): string => (one.kind === 'everyone' ? one.kind : `${one.kind} ${one.id}`)

export const alertRuleContent = {
  name: line(64).min(1),
  source: alertSource,
  comparison: z.enum(alertComparisons),
  threshold: amount,
  /** The time for which the condition holds before the rule fires; 0: at once. */
  holdMinutes: z
    .number()
    .int()
    .min(0)
    .max(7 * dayMinutes),
  /** The value up to which (for `under` and `atMost`: from which) the rule recovers; null: when its condition does not hold. */
  recoversAt: amount.nullable(),
  recoverMinutes: z
    .number()
    .int()
    .min(0)
    .max(7 * dayMinutes),
  /** The rule tells again in this interval while it fires; null: never. */
  repeatHours: z.number().int().min(1).max(168).nullable(),
  severity: z.enum(alertSeverities),
  recipients: z
    .array(alertRecipient)
    .max(maxAlertRecipients)
    .refine((all) => new Set(all.map(recipientKey)).size === all.length),
  quietHours: quietHours.refine(isSpan).nullable(),
}

/** A recovery value on the side of the threshold on which the condition holds would let a rule recover while it fires. */
export const recoversApart = ({ comparison, threshold, recoversAt }: Pick<AlertRuleInput, 'comparison' | 'threshold' | 'recoversAt'>) =>
  recoversAt === null || !isBeyond({ comparison, threshold }, recoversAt)

const content = z.strictObject(alertRuleContent).refine(recoversApart, { path: ['recoversAt'] })
export type AlertRuleInput = z.infer<z.ZodObject<typeof alertRuleContent>>

/** True for a value for which the condition holds. */
export function isBeyond({ comparison, threshold }: { comparison: AlertComparison; threshold: number }, value: number): boolean {
  if (comparison === 'over') return value > threshold
  if (comparison === 'atLeast') return value >= threshold
  return comparison === 'under' ? value < threshold : value <= threshold
}

/** True for a value at which a firing rule recovers. */
export function isRecovered(rule: { comparison: AlertComparison; threshold: number; recoversAt: number | null }, value: number): boolean {
  const { comparison, recoversAt } = rule
  if (recoversAt === null) return !isBeyond(rule, value)
  return comparison === 'over' || comparison === 'atLeast' ? value <= recoversAt : value >= recoversAt
}

/** `pending`: the condition holds, not yet for long enough. `recovering`: the rule fires still, and its value is that of a recovery. */
export const alertPhases = ['normal', 'pending', 'firing', 'recovering'] as const
export type AlertPhase = (typeof alertPhases)[number]

/**
 * The reason why a rule cannot be judged: its view or a group of its filters was deleted, its filters do not fit the fields of SIMs, or
 * they name a pasted list of SIMs, which is not kept.
 */
export const alertProblems = ['viewDeleted', 'groupDeleted', 'filterInvalid', 'listNotKept'] as const
export type AlertProblem = (typeof alertProblems)[number]

const moment = z.string().nullable()

export const alertRule = z.object({
  id: z.number(),
  ...alertRuleContent,
  /** The name of a watched view; of a deleted one, its last name. Null for filters. */
  sourceName: z.string().nullable(),
  /** The watched filters in the form of the list's address; null if the view was deleted, and for a figure. */
  filter: z.record(z.string(), z.string()).nullable(),
  /** True if the view is not shared any more. The rule goes on with the filters that it had until then. */
  keepsCopy: z.boolean(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('view'), viewId: z.number().nullable() }),
    z.object({ kind: z.literal('filter'), filter: z.record(z.string(), z.string()) }),
    z.object({ kind: z.literal('figure'), figure }),
  ]),
  /** The parties that the rule tells, with their names; deleted members are absent. */
  recipients: z.array(
    z.object({
      kind: z.enum(['member', 'role', 'everyone']),
      id: z.number().nullable(),
      name: z.string(),
      bell: z.boolean(),
      mail: z.boolean(),
    }),
  ),
  on: z.boolean(),
  phase: z.enum(alertPhases),
  /** The beginning of the phase. */
  since: moment,
  problem: z.enum(alertProblems).nullable(),
  /** The value of the last judgement and its time; null before the first. */
  value: z.number().nullable(),
  judgedAt: moment,
  /** True while a rule that is on was not judged for three minutes. */
  late: z.boolean(),
  /** The end of the present quiet hours. */
  quietUntil: moment,
  lastFiredAt: moment,
  /** The values of the last day in steps of half an hour, oldest first; null where there is none. */
  day: z.array(z.number().nullable()),
})
export type AlertRule = z.infer<typeof alertRule>

const ruleId = z.strictObject({ id: z.coerce.number().int().positive() })

export const listAlertRules = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/alert-rules',
  needs: 'signedIn',
  summary: 'The alert rules with their state, firing ones first',
  query: listQuery([], { name: z.string().trim().min(1).max(64).optional() }),
  response: alertRule,
  list: true,
})

export const countAlertRules = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/alert-rules/state',
  needs: 'signedIn',
  summary: 'The number of alert rules, and of those that fire',
  response: z.object({ rules: z.number(), firing: z.number(), late: z.number() }),
})

/** The parties that a rule can tell. */
export const listAlertRecipients = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/alert-rules/recipients',
  needs: 'SIM_UPDATE',
  summary: 'The active members whose name contains a text, at most 50, and the roles, as recipients of alerts',
  query: z.strictObject({ name: z.string().trim().max(100).default('') }),
  response: z.object({
    members: z.array(z.object({ id: z.number(), name: z.string() })),
    roles: z.array(z.object({ id: z.number(), name: z.string(), members: z.number() })),
    /** The number of active members. */
    everyone: z.number(),
  }),
})

export const getAlertRule = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/alert-rules/{id}',
  needs: 'signedIn',
  summary: 'One alert rule',
  params: ruleId,
  response: alertRule,
  errors: ['alertRuleNotFound'],
})

export const createAlertRule = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/alert-rules',
  needs: 'SIM_UPDATE',
  action: 'alertAdd',
  summary: 'Add an alert rule, and start to watch',
  body: content,
  response: alertRule,
  errors: ['alertRuleExists', 'alertRuleLimit', 'alertSourceWrong', 'viewNotFound', 'userNotFound'],
})

export const updateAlertRule = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/alert-rules/{id}',
  needs: 'SIM_UPDATE',
  action: 'alertUpdate',
  summary: 'Change an alert rule. A change of what it watches or of its condition ends its firing, and the rule is judged anew',
  params: ruleId,
  body: content,
  response: alertRule,
  errors: ['alertRuleNotFound', 'alertRuleExists', 'alertSourceWrong', 'viewNotFound', 'userNotFound'],
})

export const switchAlertRule = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/alert-rules/{id}/on',
  needs: 'SIM_UPDATE',
  action: 'alertUpdate',
  summary: 'Switch an alert rule on or off. Switching it off ends its firing',
  params: ruleId,
  body: z.strictObject({ on: z.boolean() }),
  response: alertRule,
  errors: ['alertRuleNotFound'],
})

export const deleteAlertRule = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/alert-rules/{id}',
  needs: 'SIM_UPDATE',
  action: 'alertDelete',
  summary: 'Delete an alert rule; its history stays',
  params: ruleId,
  errors: ['alertRuleNotFound'],
})

export const countAlertSource = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/alert-rules/count',
  needs: 'signedIn',
  summary: 'The present number of SIMs of a view or of filters, as an alert rule would count them, or the present figure',
  body: z.strictObject({ source: alertSource }),
  response: z.object({ value: z.number(), asOf: moment }),
  errors: ['alertSourceWrong', 'viewNotFound', 'figureMissing', 'searchTooSlow', 'tooManyRequests'],
})

export const listAlertFigures = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/alert-rules/figures',
  needs: 'STATISTIC_MANAGEMENT',
  summary: 'The figures of the overview that are gathered at present, as alert rules can watch them',
  response: z.array(z.object({ figure, value: z.number() })),
})

export const getAlertValues = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/alert-rules/{id}/values',
  needs: 'signedIn',
  summary: 'The values of an alert rule in the last seven days, in steps of ten minutes, oldest first',
  params: ruleId,
  response: z.array(z.object({ at: z.string(), value: z.number() })),
  errors: ['alertRuleNotFound'],
})
