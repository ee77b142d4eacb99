import type { Words } from '@simdeck/contract/languages.ts'
import type { Service } from '../../config.ts'
import type { WholeChange } from '../events/changes.ts'

/** Recurring work of a node. */
export type Job = {
  /** Its name in the log and in the metrics. */
  name: string
  /** Its name for operators. */
  title: Words
  everyMs: number
  /** Nodes with one of these services run the job; without the field, every node does. */
  on?: readonly Service[]
  /** For a job of the whole installation: while one node runs it, the other nodes skip their run. */
  onOneNode?: true
  /** The first run is after the first interval instead of at the start. */
  startsLater?: true
  /** Its first run comes before those of other jobs. */
  startsFirst?: true
  /** Changes after which the job also runs at once. */
  alsoAfter?: (change: WholeChange) => boolean
  run: () => Promise<unknown>
}

/** Result of a run of a job. */
export type JobRun = { startedAt: Date; durationMs: number; error: string | null }
