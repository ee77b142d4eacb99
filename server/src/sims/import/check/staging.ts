import { ApiError } from '@simdeck/contract/errors.ts'
import type { OpenDatabase } from '../../../platform/db/database.ts'
import { insertProblems, openStaging, type Staging, type StagingTable } from './queries.ts'

/** Maximum of problems that are stored for a file; the others are only counted. */
export const maxStoredProblems = 100_000
/** From this number of lines on, the planner needs statistics; without them it would compare each line with every other one. */
export const manyLines = 200
/** Maximum of files that a node reads at a time: each holds a connection to the database. */
const filesAtOnce = 6
/** Maximum of these files per member, and for all API IDs together, so that slow uploads of one member leave room for others. */
const filesPerMember = 3

/** Stores problems of a file with such columns as results of its task. */
export const storeProblems: typeof insertProblems = insertProblems

/** The result of a check; the lines without content do not count. */
export type Found = { lines: number; good: number; bad: number; problems: number }

/** Owners of the files that this node reads now. */
const reading: (number | null)[] = []

/**
 * Stages the lines of a file for a task. If `stage` throws, nothing stays staged and the error is passed on. Throws
 * `ApiError('tooManyRequests')` if too many files are being read.
 */
export async function whileStaging<Result>(
  database: OpenDatabase,
  { taskId, memberId, table }: { taskId: number; memberId: number | null; table: StagingTable },
  stage: (staging: Staging) => Promise<Result>,
): Promise<Result> {
  const own = reading.filter((reader) => reader === memberId).length
  if (reading.length >= filesAtOnce || own >= filesPerMember) throw new ApiError('tooManyRequests')
  reading.push(memberId)
  try {
    const staging = await openStaging(database, taskId, table)
    try {
      return await stage(staging)
    } catch (error) {
      await staging.abort()
      throw error
    } finally {
      await staging.close()
    }
  } finally {
    reading.splice(reading.indexOf(memberId), 1)
  }
}
