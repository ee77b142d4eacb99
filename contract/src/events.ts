import { z } from 'zod'
import type { SettingItem } from './init.ts'
import type { TopicEvent } from './live-topics.ts'

/** Socket timing of the specification (§4 Socket). */
export const socketTiming = { reconnectFirstMs: 500, reconnectMaxMs: 8000, pingMs: 180_000 } as const
/** The token is refreshed at this interval while signed in. */
export const tokenRefreshMs = 120_000

/** The events of the websocket: those of the topics, PING, and SETTINGS_UPDATED (ours) with saved settings of the system or the user. */
export type SocketEvent = TopicEvent | { event: 'PING' } | { event: 'SETTINGS_UPDATED'; settings: SettingItem[] }

/**
 * Message from a client on its websocket (ours). After it, events on single SIMs (SIM_UPDATED, SIM_DATA_RECIEVED, OTA_LOG) are sent for
 * these SIMs only, and CAMPAIGN_UPDATED for these campaigns, for `all`, or for none. Before the first message, the events of all SIMs and
 * campaigns are sent. A later message replaces the earlier one.
 */
export const socketRequest = z.strictObject({
  watch: z.strictObject({
    sims: z.array(z.number().int().positive()).max(1000),
    campaigns: z.union([z.literal('all'), z.array(z.number().int().positive()).max(100)]).default([]),
  }),
})
export type SocketRequest = z.output<typeof socketRequest>
