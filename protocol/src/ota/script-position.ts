import type { JobProgress } from './server-state.ts'

/** Position in a pinned script: the part of a job's progress that changes with every frame. */
export interface ScriptPosition {
  acked: number
  sent: number
  reached: number
}

/** The position of a job that is in the middle of a script; null for every other job. */
export function scriptPosition({ script, reached }: JobProgress): ScriptPosition | null {
  return script && { acked: script.acked, sent: script.sent, reached }
}

/** The progress with its script moved to the position; unchanged if there is no script. */
export function atScriptPosition(progress: JobProgress, { acked, sent, reached }: ScriptPosition): JobProgress {
  return progress.script ? { ...progress, reached, script: { ...progress.script, acked, sent } } : progress
}

/** True if the two differ at most in their position. Unchanged values of `after` must be the same objects as in `before`. */
export function differsInPositionOnly(before: JobProgress, after: JobProgress): boolean {
  const position = scriptPosition(after)
  if (!position || !before.script || !after.script) return false
  const { script, ...rest } = atScriptPosition(before, position)
  return sameParts({ ...rest }, { ...after, script: undefined }) && sameParts({ ...script }, { ...after.script })
}

const sameParts = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(other).every((key) => one[key] === other[key])
