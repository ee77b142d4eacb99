import { z } from 'zod'
import { actionLog } from './logs.ts'
import { endpoint } from './endpoint.ts'
import { commaSeparated, zoneOffsetInAddress } from './list.ts'
import { notificationTones } from './notifications.ts'
import { otaStatuses } from './ota-progress.ts'
import { simDataLog } from './sim-data-logs.ts'
import { simImeiChange } from './sim-imei.ts'
import { simStatusChange } from './sim-status.ts'

/** The kinds of events of a SIM. `change`: a change by a user, for callers who may read the system log. */
export const timelineKinds = ['status', 'ota', 'iotsafe', 'imei', 'group', 'change', 'notification', 'carrier', 'poll'] as const
export type TimelineKind = (typeof timelineKinds)[number]

const nullableText = z.string().nullable()

/** An OTA at the time of its last step. `name` and `version` are those of its package. */
const ota = z.object({
  id: z.number(),
  kind: z.string(),
  status: z.enum(otaStatuses),
  name: nullableText,
  version: nullableText,
  code: z.number().nullable(),
  sw: nullableText,
  reason: nullableText,
  campaign: z.object({ id: z.number(), name: z.string() }),
})

/** A certificate or a file: asked for, or active on the card. */
const iotsafe = z.object({
  object: z.enum(['certificate', 'file']),
  id: z.number(),
  label: z.string(),
  step: z.enum(['added', 'active']),
  valid_to: nullableText,
  by: nullableText,
})

/** Consecutive POLLs of a day that no other event divides, with the range of their RSRP in dBm. */
const poll = z.object({
  count: z.number(),
  from: z.string(),
  until: z.string(),
  rsrp_least: z.number().nullable(),
  rsrp_most: z.number().nullable(),
})

const event = <Kind extends TimelineKind, Details extends z.ZodType>(kind: Kind, details: Details) =>
  z.object({ kind: z.literal(kind), at: z.string(), details })

export const timelineEvent = z.discriminatedUnion('kind', [
  event('status', simStatusChange.omit({ id: true, at: true })),
  event('ota', ota),
  event('iotsafe', iotsafe),
  event('imei', simImeiChange.omit({ id: true, at: true })),
  event('group', z.object({ from: nullableText, to: nullableText })),
  event('change', actionLog),
  event('notification', z.object({ tone: z.enum(notificationTones), title: z.string(), body: z.string(), to: nullableText })),
  event('carrier', simDataLog.pick({ user_name: true, isSuccess: true, failure: true })),
  event('poll', poll),
])
export type TimelineEvent = z.infer<typeof timelineEvent>
export type TimelineEventOf<Kind extends TimelineKind> = Extract<TimelineEvent, { kind: Kind }>

/** The number up to which the events of a kind are counted. */
export const maxTimelineCount = 1_000

const simId = z.strictObject({ id: z.coerce.number().int().positive() })

export const countSimTimeline = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/timeline/counts',
  needs: 'signedIn',
  summary: 'The numbers of events of a SIM by kind, each counted up to 1,000; `more` is true if there are more',
  params: simId,
  response: z.array(z.object({ kind: z.enum(timelineKinds), count: z.number(), more: z.boolean() })),
  errors: ['simNotFound'],
})

export const getSimTimeline = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/timeline',
  needs: 'signedIn',
  summary: 'The events of a SIM, newest first, with its POLLs folded',
  params: simId,
  query: z.strictObject({
    kinds: commaSeparated(timelineKinds),
    take: z.coerce.number().int().min(1).max(100).default(50),
    /** The `next` of the page before. */
    before: z
      .string()
      .regex(/^\d{1,16}\.[a-z]{1,20}\.\d{1,15}$/)
      .optional(),
    timezoneOffset: zoneOffsetInAddress.optional(),
  }),
  /** `next`: the place at which earlier events follow; null at the oldest event. */
  response: z.object({ events: z.array(timelineEvent), next: nullableText }),
  errors: ['simNotFound'],
})
