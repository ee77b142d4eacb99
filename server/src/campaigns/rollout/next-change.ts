import type { OpenRollout, WaveResults } from './queries.ts'
import { isInWindow } from './window.ts'

/** A change that a campaign makes by itself. */
export type RolloutChange =
  | { change: 'end' }
  | { change: 'start' }
  | { change: 'closeWindow' }
  | { change: 'openWindow' }
  | { change: 'pause'; failed: number; ended: number }
  | { change: 'pauseByOctets' }
  | { change: 'release'; wave: number }
  /** The next wave waits for a member. */
  | { change: 'wait'; wave: number }

/**
 * The change that the times of a campaign or its budget of octets require now; null for none. The OTAs that a stopped campaign has begun continue
 * at any time.
 */
export function changeByTime(campaign: OpenRollout, now: Date): RolloutChange | null {
  const { state, rollout, pause_cause: cause, isStopped } = campaign
  if (isStopped) return null
  const { startAt, window, endAt } = rollout
  if (endAt !== null && Date.parse(endAt) <= now.getTime()) return { change: 'end' }
  if (state === 'scheduled') return startAt === null || Date.parse(startAt) <= now.getTime() ? { change: 'start' } : null
  const isOpen = window === null || isInWindow(window, now)
  if (state === 'running' && !isOpen) return { change: 'closeWindow' }
  if (state === 'running' && isSpent(campaign)) return { change: 'pauseByOctets' }
  return state === 'paused' && cause === 'window' && isOpen ? { change: isSpent(campaign) ? 'pauseByOctets' : 'openWindow' } : null
}

/** True if the sessions of a campaign have used up its budget of octets in all. */
export const isSpent = ({ rollout, octets }: Pick<OpenRollout, 'rollout' | 'octets'>): boolean =>
  octets !== null && octets >= (rollout.octetsInAll ?? Infinity)

/**
 * The change that the results of the released wave of a running campaign require; null for none. No wave follows one whose OTAs may not all be
 * written.
 */
export function changeByResults(
  { rollout, released_wave, last_wave, waitNotified, isBeingSetUp }: OpenRollout,
  results: WaveResults,
): RolloutChange | null {
  const { maxFailedPercent, minResults, endedPercent, next, pollsAgain } = rollout
  const { sims, ended, succeeded, failed, allSucceeded, polledAgain } = results
  const judged = succeeded + failed
  const enoughEnded = 100 * ended >= endedPercent * sims
  const isJudged = judged >= minResults || enoughEnded
  if (maxFailedPercent !== null && isJudged && 100 * failed > maxFailedPercent * judged) return { change: 'pause', failed, ended: judged }
  if (isBeingSetUp || released_wave === last_wave || !enoughEnded || (next === 'manual' && waitNotified)) return null
  if (pollsAgain && 100 * polledAgain < endedPercent * allSucceeded) return null
  return { change: next === 'manual' ? 'wait' : 'release', wave: released_wave + 1 }
}
