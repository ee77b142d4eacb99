import { randomInt } from 'node:crypto'
import { defaultRetries } from '@simdeck/contract/rollout.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { JobProgress, ServerEffect } from '@simdeck/protocol/ota/server-state.ts'
import { swHex } from '@simdeck/protocol/apdu.ts'
import type { OtaJobRow } from '../ota-kinds/kind.ts'
import type { Db } from '../platform/db/database.ts'
import { retriesOf, setAside } from './retry-queries.ts'

type Ended = Extract<ServerEffect, { type: 'ended' }>

const retriedCodes: readonly (number | null)[] = [
  sessionCode.outOfStep,
  sessionCode.emptyChunk,
  sessionCode.givenUp,
  sessionCode.tooManyInterruptions,
]
/** Reasons for which another message may succeed. */
const passingReasons: readonly (string | null)[] = [null, 'messageFailed', 'messageUnanswered']
/** Status words for a failure of the card's memory and for a failure without a diagnosis. */
const retriedStatusWords: readonly (number | null)[] = [0x6581, 0x6f00]

/** Minutes until the first, the second and each further retry. */
const waitMinutes = [1, 5, 30] as const
/** Percent of the wait, so that SIMs that failed together do not come back together. */
const jitterPercent = [80, 121] as const

/** True if another attempt may succeed. A reason shows that the server has decided on the end, such as a cancellation. */
export function isPassing({ status, code, sw, reason }: Pick<Ended, 'status' | 'code' | 'sw' | 'reason'>): boolean {
  if (status !== 'Failed' || !passingReasons.includes(reason)) return false
  return code === sessionCode.statusWord ? retriedStatusWords.includes(sw) : retriedCodes.includes(code)
}

/** The time of the next attempt after this number of failed attempts. */
export function nextAttemptAt(attempts: number, now: Date): Date {
  const minutes = waitMinutes[Math.min(attempts, waitMinutes.length) - 1] ?? waitMinutes[0]
  return new Date(now.getTime() + minutes * 600 * randomInt(...jitterPercent))
}

/**
 * The consequence of the end of an OTA: another attempt, or a SIM that is set aside because all its retries failed; null for a usual end.
 */
export type AfterFailure = { retry: { attempts: number; not_before: Date } } | { setAside: true } | null

/**
 * Decides on a retry in the transaction that ends the OTA. Only a passing failure takes a statement. A stopped campaign retries only
 * installs whose removal has succeeded, because the SIM would be left without an applet.
 */
export async function afterFailure(trx: Db, row: OtaJobRow, ended: Ended, now: Date): Promise<AfterFailure> {
  if (!isPassing(ended)) return null
  const retries = (await retriesOf(trx, row.campaign_id)) ?? (row.step > 0 ? defaultRetries : null)
  const attempts = row.attempts + 1
  if (retries === null) return null
  if (attempts <= retries) return { retry: { attempts, not_before: nextAttemptAt(attempts, now) } }
  if (row.attempts === 0) return null
  const sw = ended.sw === null ? null : swHex(ended.sw)
  await setAside(trx, { sim_id: row.sim_id, campaign_id: row.campaign_id, code: ended.code ?? 0, sw })
  return { setAside: true }
}

/** The progress with which the next attempt begins. It removes what the failed one left on the card, and counts interruptions anew. */
export const forNextAttempt = (progress: JobProgress): JobProgress => ({
  ...progress,
  reached: 0,
  uncounted: false,
  interruptedAt: -1,
  interruptions: 0,
  allInterruptions: 0,
})
