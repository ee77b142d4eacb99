import type { OpenRollout, WaveResults } from './queries.ts'
import { isInWindow } from './window.ts'

/** A change that a campaign makes by itself. */
export type RolloutChange =
  | { change: 'end' }
  | { change: 'start' }
  | { change: 'closeWindow' }
  | { change: 'openWindow' }
  | { change: 'pause'; failed: number; ended: number }
  | { change: 'release'; wave: number }

/** The change that the times of a campaign require now; null for none. The OTAs that a stopped campaign has begun go on at any time. */
export function changeByTime({ state, rollout, pause_cause: cause, isStopped }: OpenRollout, now: Date): RolloutChange | null {
  if (isStopped) return null
  const { startAt, window, endAt } = rollout
  if (endAt !== null && Date.parse(endAt) <= now.getTime()) return { change: 'end' }
  if (state === 'scheduled') return startAt === null || Date.parse(startAt) <= now.getTime() ? { change: 'start' } : null
  if (window === null) return null
  const isOpen = isInWindow(window, now)
  if (state === 'running' && !isOpen) return { change: 'closeWindow' }
  return state === 'paused' && cause === 'window' && isOpen ? { change: 'openWindow' } : null
}

/** The change that the results of the released wave of a running campaign require; null for none. */
export function changeByResults({ rollout, released_wave, last_wave }: OpenRollout, results: WaveResults): RolloutChange | null {
  const { maxFailedPercent, minResults, endedPercent, next, pollsAgain } = rollout
  const { sims, ended, succeeded, failed, allSucceeded, polledAgain } = results
  const judged = succeeded + failed
  const enoughEnded = 100 * ended >= endedPercent * sims
  const isJudged = judged >= minResults || enoughEnded
  if (maxFailedPercent !== null && isJudged && 100 * failed > maxFailedPercent * judged) return { change: 'pause', failed, ended: judged }
  if (next === 'manual' || released_wave === last_wave) return null
  if (!enoughEnded) return null
  if (pollsAgain && 100 * polledAgain < endedPercent * allSucceeded) return null
  return { change: 'release', wave: released_wave + 1 }
}
