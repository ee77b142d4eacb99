import { z } from 'zod'
import { faultName } from './fault-name.ts'
import { moment } from './moment.ts'
import { timeZone } from './time-zone.ts'

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** A size of a wave: a share of all SIMs of the campaign, rounded up, or a number of SIMs. */
export const waveSize = z.union([
  z.strictObject({ percent: z.number().int().min(1).max(99) }),
  z.strictObject({ sims: z.number().int().min(1).max(10_000_000) }),
])
export type WaveSize = z.infer<typeof waveSize>

/** The largest number of waves. */
export const maxWaves = 10

/** The daily times between which a campaign runs, in a time zone. `to` may be on the next day. */
export const dailyWindow = z
  .strictObject({ from: timeOfDay, to: timeOfDay, timeZone })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: faultName('sameTime') })
export type DailyWindow = z.infer<typeof dailyWindow>

/** The number of retries of an OTA in a campaign whose rollout has none. */
export const defaultRetries = 3

/**
 * The number of sessions in a row without an answer of the card after which the answers of the server are taken not to reach it. In a
 * campaign that limits its sessions, the OTA then waits, so that it holds no place.
 */
export const maxUnanswered = 3

/** The limits of a campaign, which can be changed while it runs. */
export const limitFields = {
  /** The number of further attempts of an OTA that ends with a passing failure (201, 202, 401, 402, or 500 with 6581 or 6F00). */
  retries: z.number().int().min(0).max(10),
  /**
   * The largest number of sessions at once, in all and in one cell of the network. Null: no limit. A SIM without a known cell counts in all
   * only.
   */
  maxAtOnce: z.number().int().min(1).max(100_000).nullable(),
  maxPerCell: z.number().int().min(1).max(1_000).nullable(),
  /**
   * The octets after which the campaign pauses by itself: those of all its sessions, retries included, sent and received. Messages that are
   * under way at that moment exceed it. Null: no limit.
   */
  octetsInAll: z.number().int().min(1).max(10_000_000_000_000).nullable(),
}

/** Changes of the limits; those that are not given stay. */
export const limitChanges = z.strictObject(limitFields).partial()
export type LimitChanges = z.output<typeof limitChanges>

/** The largest number of octets that a campaign may send to one SIM and receive from it, without its retries. */
export const octetsPerSim = z.number().int().min(1).max(100_000_000)

/** True if the budget in all suffices for one SIM whose octets reach the limit of a SIM. */
export const isBudgetForOne = (rollout: { octetsPerSim?: number | null | undefined; octetsInAll?: number | null | undefined }): boolean =>
  (rollout.octetsInAll ?? Infinity) >= (rollout.octetsPerSim ?? -Infinity)

/** The order in which a campaign reaches its SIMs, and the conditions under which it starts, continues and pauses by itself. */
export const rollout = z
  .strictObject({
    /** The sizes of all waves but the last one, which has the rest. Empty: all SIMs at once. */
    waves: z
      .array(waveSize)
      .max(maxWaves - 1)
      .default([]),
    /** `random` chooses by `seed`: the same seed gives the same order. `id` is the order in which the SIMs were added. */
    order: z.enum(['random', 'id']).default('random'),
    seed: z.number().int().min(0).max(2_147_483_647).default(0),
    /** The group whose SIMs come first. */
    firstGroup: z.number().int().positive().nullable().default(null),
    /** `manual`: a wave ends, and a user releases the next one. */
    next: z.enum(['automatic', 'manual']).default('automatic'),
    /** The share of a wave that must have ended before the next wave is released. */
    endedPercent: z.number().min(1).max(100).default(95),
    /** The campaign pauses when a larger share of the SIMs of the released wave failed. Null: it never pauses for failures. */
    maxFailedPercent: z.number().min(0).max(100).nullable().default(2),
    /** The number of results in a wave from which `maxFailedPercent` is judged. A smaller wave is judged when `endedPercent` have ended. */
    minResults: z.number().int().min(1).max(1_000_000).default(200),
    /** True: of the SIMs that succeeded, `endedPercent` must have polled again before the next wave is released. */
    pollsAgain: z.boolean().default(false),
    /** The time of the start. Null: at once. */
    startAt: moment.nullable().default(null),
    window: dailyWindow.nullable().default(null),
    /** The time at which the SIMs that are still Ready are cancelled. Null: never. */
    endAt: moment.nullable().default(null),
    /** SIMs that need more octets are left out (`overBudget`). Null: no limit. The dry run takes the same number. */
    octetsPerSim: octetsPerSim.nullable().default(null),
    retries: limitFields.retries.default(defaultRetries),
    maxAtOnce: limitFields.maxAtOnce.default(null),
    maxPerCell: limitFields.maxPerCell.default(null),
    octetsInAll: limitFields.octetsInAll.default(null),
  })
  .refine(isBudgetForOne, { path: ['octetsInAll'], message: faultName('budgetBelowSim') })
export type Rollout = z.output<typeof rollout>
export type RolloutInput = z.input<typeof rollout>
