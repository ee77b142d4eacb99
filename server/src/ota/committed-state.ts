import { differsInPositionOnly, scriptPosition, type ScriptPosition } from '@simdeck/protocol/ota/script-position.ts'
import type { OtaJob, ServerSession, ServerStep } from '@simdeck/protocol/ota/server-state.ts'
import type { Changed } from './effects.ts'
import type { LockedJobs } from './ota-jobs.ts'

type Advance = Extract<ServerStep, { kind: 'advance' }>

/**
 * A session that is running a script, with the OTAs of its SIM, as this node committed them last. The next write checks the sequence,
 * because another node may have written since.
 */
export type CommittedState = { session: ServerSession; jobs: readonly OtaJob[]; campaignId: number }

/** The state after a committed step; null if the next frame must read the database again. */
export function committedAfter(step: Advance, { rows, jobs }: LockedJobs, { jobIds, ended }: Changed): CommittedState | null {
  const { session } = step
  if (session?.state !== 'script' || ended.length > 0 || !jobIds.includes(session.jobId)) return null
  const row = rows.find(({ id }) => id === session.jobId)
  return row ? { session, jobs: withProgress(jobs, step), campaignId: row.campaign_id } : null
}

/** The new position after a step that changes nothing else; null for every other step. */
export function moveWithinScript(
  { session, effects, progress }: Advance,
  { session: before, jobs }: CommittedState,
): { session: ServerSession; position: ScriptPosition; results: number } | null {
  const [changed, ...others] = progress
  const job = jobs.find(({ jobId }) => jobId === before.jobId)
  if (!session || session.state !== 'script' || session.jobId !== before.jobId || !changed || others.length > 0) return null
  const position = scriptPosition(changed.progress)
  if (!job || !position || changed.jobId !== job.jobId || !differsInPositionOnly(job.progress, changed.progress)) return null
  let results = 0
  for (const effect of effects) {
    if (effect.type !== 'acked') return null
    results += effect.results.length
  }
  return { session, position, results }
}

/** The position in the running script of the step's session, for the row of the session. */
export function positionAfter({ session, progress }: Pick<Advance, 'session' | 'progress'>, { jobs }: LockedJobs): ScriptPosition | null {
  if (session?.state !== 'script') return null
  const job = jobs.find(({ jobId }) => jobId === session.jobId)
  const now = progress.find(({ jobId }) => jobId === session.jobId)?.progress ?? job?.progress
  return now ? scriptPosition(now) : null
}

export function withProgress(jobs: readonly OtaJob[], { progress }: Advance): OtaJob[] {
  const changed = new Map(progress.map((one) => [one.jobId, one.progress]))
  return jobs.map((item) => ({ ...item, progress: changed.get(item.jobId) ?? item.progress }))
}
