import { z } from 'zod'
import { campaign, otaLog } from './ota.ts'
import { settingItem } from './init.ts'
import { me } from './me.ts'
import { sim } from './sims.ts'
import { task } from './tasks.ts'

/** Socket timing of the specification (§4 Socket). */
export const socketTiming = { reconnectFirstMs: 500, reconnectMaxMs: 8000, pingMs: 180_000 } as const
/** The token is refreshed at this interval while signed in. */
export const tokenRefreshMs = 120_000

/** One row of the SIM data log: data of a SIM, received by a poll or requested from the carrier by a user. */
export const simDataLog = z.object({
  simId: z.number(),
  source: z.enum(['poll', 'carrier']),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  created_at: z.string(),
  isSuccess: z.boolean(),
})
export type SimDataLog = z.infer<typeof simDataLog>

/** The topics of changes. Nodes publish the ids of changed rows by topic, to each other and to sockets. */
export const topicNames = ['tasks', 'campaigns', 'sims', 'jobs', 'data'] as const
export type TopicName = (typeof topicNames)[number]

/** The events of the websocket. `event` is spelled as in the specification. */
export const socketEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('PING') }),
  /** Our event: saved settings. A user's own settings go to that user's sockets only. */
  z.object({ event: z.literal('SETTINGS_UPDATED'), settings: z.array(settingItem) }),
  /** Our event for the member's sockets: the name, role or multi-factor authentication of the member changed. */
  z.object({ event: z.literal('ME_UPDATED'), me }),
  z.object({ event: z.literal('SIM_UPDATED'), sim }),
  /** Our event: an import or a change of many SIMs began, went on or ended. At most one a second for each task. */
  z.object({ event: z.literal('TASK_UPDATED'), task }),
  /** Our event: the state or the figures of a campaign changed. At most one a second for each campaign. */
  z.object({ event: z.literal('CAMPAIGN_UPDATED'), campaign }),
  z.object({ event: z.literal('SIM_DATA_RECIEVED'), logAction: simDataLog }),
  z.object({
    event: z.literal('OTA_LOG'),
    otaLog,
    simId: z.number(),
    /** The executable load file that is written or removed. Null for the removal of one without a package here. */
    loadFile: z.object({ packageAID: z.string(), otaVersion: z.string(), label: z.string() }).nullable(),
    managedPackageLabel: z.string().nullable(),
  }),
])
export type SocketEvent = z.infer<typeof socketEvent>

/**
 * Our message from a client on its websocket. Events on single SIMs (SIM_UPDATED, SIM_DATA_RECIEVED, OTA_LOG) are then sent for these SIMs
 * only, and CAMPAIGN_UPDATED for these campaigns, for `all`, or for none. Before the first message, the events of all SIMs and campaigns
 * are sent. A later message replaces the earlier one.
 */
export const socketRequest = z.strictObject({
  watch: z.strictObject({
    sims: z.array(z.number().int().positive()).max(1000),
    campaigns: z.union([z.literal('all'), z.array(z.number().int().positive()).max(100)]).default([]),
  }),
})
export type SocketRequest = z.output<typeof socketRequest>
