import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim, SimRefusals } from '@simdeck/contract/sims.ts'

/** Reason for the delay of an open OTA. `ms` is the time for which it has lasted, `count` the number of frames refused within a day. */
export type Stuck =
  | { why: 'noKeys' | 'neverPolled' | 'notTaken' }
  | { why: 'silent' | 'stalled'; ms: number }
  | { why: 'refusedKeys' | 'refusedPlain' | 'refusedCounter'; count: number }

const minute = 60_000
/** Time without progress that is normal: two poll intervals. */
const normalWaitMs = 10 * minute
const silentMs = 60 * minute
/** Time without an answer in a session after which the session counts as stalled. The server ends a silent session after 180 s. */
const stalledMs = 4 * minute
/** Number of counter errors that is normal: a card that lost its counter recovers with one response. */
const usualCounterFaults = 2

/** Reasons for the delay, the most certain one first. `waits` is true while the removal before this OTA has not ended. */
export function stuckReasons(
  log: Pick<OtaLog, 'progress' | 'created_at'>,
  sim: Pick<Sim, 'has_keys' | 'last_poll'>,
  { refusals, waits, nowMs }: { refusals: SimRefusals | null; waits: boolean; nowMs: number },
): Stuck[] {
  const { status, updated_at: updatedAt } = log.progress
  if (!openOtaStatuses.includes(status)) return []
  if (!sim.has_keys) return [{ why: 'noKeys' }]
  const stuck = refused(refusals?.reasons ?? {})
  const createdMs = Date.parse(log.created_at)
  const polledMs = sim.last_poll === null ? null : Date.parse(sim.last_poll)
  if (nowMs - createdMs > normalWaitMs) {
    if (polledMs === null) stuck.push({ why: 'neverPolled' })
    else if (nowMs - polledMs > silentMs) stuck.push({ why: 'silent', ms: nowMs - polledMs })
    else if (status === 'Ready' && !waits && polledMs > createdMs + normalWaitMs) stuck.push({ why: 'notTaken' })
  }
  const quietMs = nowMs - Date.parse(updatedAt)
  if (status === 'Started' && quietMs > stalledMs) stuck.push({ why: 'stalled', ms: quietMs })
  return stuck
}

function refused(reasons: SimRefusals['reasons']): Stuck[] {
  const { mac = 0, padding = 0, enc = 0, counter = 0 } = reasons
  const stuck: Stuck[] = []
  if (mac + padding > 0) stuck.push({ why: 'refusedKeys', count: mac + padding })
  if (enc > 0) stuck.push({ why: 'refusedPlain', count: enc })
  if (counter > usualCounterFaults) stuck.push({ why: 'refusedCounter', count: counter })
  return stuck
}
