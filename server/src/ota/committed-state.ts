import type { JobProgress, ServerSession, ServerStep, OtaJob } from '@simdeck/protocol/ota/server-state.ts'
import type { Changed } from './effects.ts'

type Advance = Extract<ServerStep, { kind: 'advance' }>

/**
 * How a session in the middle of a script, and the OTAs of its SIM, stand after this node's last commit. Whether they still do is for
 * the next write to find out.
 */
export type Standing = { session: ServerSession; jobs: readonly OtaJob[]; jobId: number; writtenAt: Date }

/** The standing after a step that was committed; null where the next frame must read again. */
export function standingAfter(step: Advance, jobs: readonly OtaJob[], { jobIds, ended, at }: Changed): Standing | null {
  const { session } = step
  if (session?.state !== 'script' || ended.length > 0) return null
  const { jobId } = session
  if (!jobIds.includes(jobId)) return null
  return { session, jobs: withProgress(jobs, step), jobId, writtenAt: at }
}

/** What a step is to write that does no more than take a script on; null for every other. */
export function withinScript(
  { session, effects, progress }: Advance,
  { jobId }: Standing,
): { session: ServerSession; progress: JobProgress; acked: number; total: number; results: number } | null {
  const [changed, ...others] = progress
  const script = changed?.progress.script
  if (!session || session.state !== 'script' || !script || others.length > 0) return null
  if (session.jobId !== jobId || changed.jobId !== jobId) return null
  let results = 0
  for (const effect of effects) {
    if (effect.type !== 'acked') return null
    results += effect.results.length
  }
  return { session, progress: changed.progress, acked: script.acked, total: script.total, results }
}

export function withProgress(jobs: readonly OtaJob[], { progress }: Advance): OtaJob[] {
  const changed = new Map(progress.map((one) => [one.jobId, one.progress]))
  return jobs.map((item) => ({ ...item, progress: changed.get(item.jobId) ?? item.progress }))
}
