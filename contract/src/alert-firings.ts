import { z } from 'zod'
import { alertFigureNames } from './alert-figures.ts'
import { alertComparisons, alertSeverities } from './alerts.ts'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'

/** `changed`: the condition of the rule was changed. `lost`: the rule could not be judged any more. */
export const firingEnds = ['recovered', 'off', 'changed', 'deleted', 'lost'] as const

export const alertFiring = z.object({
  id: z.number(),
  /** Null if the rule was deleted. */
  ruleId: z.number().nullable(),
  ruleName: z.string(),
  severity: z.enum(alertSeverities),
  comparison: z.enum(alertComparisons),
  threshold: z.number(),
  /** The watched figure; null for a number of SIMs of a view or of filters. */
  figure: z.enum(alertFigureNames).nullable(),
  beganAt: z.string(),
  endedAt: z.string().nullable(),
  endedBy: z.enum(firingEnds).nullable(),
  /** The value furthest from the threshold. */
  peak: z.number(),
  /** The members who were told at the beginning, at most 20 of them, and their number. */
  told: z.array(z.object({ name: z.string(), bell: z.boolean(), mail: z.boolean() })),
  toldCount: z.number(),
})
export type AlertFiring = z.infer<typeof alertFiring>

export const listAlertFirings = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/alert-firings',
  needs: 'signedIn',
  summary: 'The firings of the last 13 months, newest first',
  query: listQuery([], { ruleId: z.coerce.number().int().positive().optional() }),
  response: alertFiring,
  list: true,
})
