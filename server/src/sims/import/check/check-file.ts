import { ApiError } from '@simdeck/contract/errors.ts'
import type { ImportMode } from '@simdeck/contract/tasks.ts'
import type { Sealer } from '../../../platform/crypto/seal.ts'
import type { Db, OpenDatabase } from '../../../platform/db/database.ts'
import { sealKeys } from '../../seal-keys.ts'
import { checkLine, givenKeys, incompleteKeys, type StagedKeys } from '../check-line.ts'
import type { CsvLine } from '../read-csv.ts'
import { type ImportProblem, isImportReason } from '../text.ts'
import {
  analyzeStaged,
  checkIsDead,
  checkStaged,
  insertProblems,
  type NewProblem,
  openStaging,
  selectProblems,
  stagedRow,
  type Staging,
} from './queries.ts'

/** So many problems of a file are kept; the others are counted. */
const keptProblems = 100_000
/** From here on the planner must know about the lines: it would compare each with each. */
const manyLines = 200
/** Files that one node reads at a time: each holds a connection to the database. */
const filesAtOnce = 6
/** Of these, files of one member, or of API IDs: slow uploads of one leave room for the others. */
const filesEach = 3

export type Found = { lines: number; good: number; bad: number; problems: number }

type Options = { taskId: number; mode: ImportMode; mayCreateGroups: boolean; memberId: number | null }

/** Whose files are being read on this node. */
const reading: (number | null)[] = []

/**
 * Stages the lines of a file for a task as they come, keys sealed, and keeps what is wrong with them in the task's results. Throws
 * what `lines` throws, and leaves nothing staged then; `ApiError('tooManyRequests')` when too many files are read at once.
 */
export async function checkFile(
  { database, sealer }: { database: OpenDatabase; sealer: Sealer },
  lines: AsyncIterable<readonly CsvLine[]>,
  options: Options,
): Promise<Found> {
  const { memberId } = options
  const own = reading.filter((reader) => reader === memberId).length
  if (reading.length >= filesAtOnce || own >= filesEach) throw new ApiError('tooManyRequests')
  reading.push(memberId)
  try {
    const staging = await openStaging(database, options.taskId)
    try {
      return await stage({ database, sealer, staging }, lines, options)
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

async function stage(
  { database: { db }, sealer, staging }: { database: OpenDatabase; sealer: Sealer; staging: Staging },
  lines: AsyncIterable<readonly CsvLine[]>,
  { taskId, mode, mayCreateGroups }: Options,
): Promise<Found> {
  const found = { lines: 0, unstaged: 0, problems: 0 }
  for await (const piece of lines) {
    let rows = ''
    const problems: NewProblem[] = []
    for (const line of piece) {
      const { row, wrong } = stagedLine(line, { taskId, mode, sealer })
      if (row === null) found.unstaged++
      else rows += row
      problems.push(...wrong)
    }
    found.lines += piece.length
    await staging.write(rows)
    await insertProblems(db, taskId, problems.slice(0, Math.max(0, keptProblems - found.problems)))
    found.problems += problems.length
  }
  await staging.end()
  if (found.lines > manyLines) await analyzeStaged(db)
  const room = Math.max(0, keptProblems - found.problems)
  const staged = await db.transaction().execute((trx) => checkStaged(trx, { taskId, mode, mayCreateGroups, room }))
  return { lines: found.lines, good: staged.good, bad: found.unstaged + staged.bad, problems: found.problems + staged.problems }
}

const noKeys: StagedKeys = {
  cap_auth_key: null,
  encrypt_key: null,
  scp03_enc: null,
  scp03_mac: null,
  scp03_dek: null,
  security_domain_aid: null,
  key_version_number: null,
  security_level: null,
  cap_auth_fingerprint: null,
}

/** A line as it is staged: null when it has no ICCID by which it could meet another. */
function stagedLine(
  line: CsvLine,
  { taskId, mode, sealer }: { taskId: number; mode: ImportMode; sealer: Sealer },
): { row: string | null; wrong: NewProblem[] } {
  if ('reason' in line) return { row: null, wrong: [{ line: line.line, column: null, reason: line.reason, iccid: null }] }
  const { checked, problems } = checkLine(line.cells)
  const { iccid, sim } = checked
  // Which keys an update must give depends on those that the SIM has.
  if (mode === 'add') problems.push(...incompleteKeys(line.cells))
  const wrong = problems.map(({ column, reason }) => ({ line: line.line, column, reason, iccid: iccid || null }))
  if (iccid === '') return { row: null, wrong }
  const bad = wrong.length > 0
  const keys = bad ? noKeys : { ...checked.keys, ...sealKeys(sealer, iccid, checked.keys) }
  return { row: stagedRow(taskId, { line: line.line, bad, givenKeys: givenKeys(line.cells), iccid, sim, keys }), wrong }
}

/** The first problems that a check found, by line and column. */
export async function firstProblems(db: Db, taskId: number, limit: number): Promise<ImportProblem[]> {
  const rows = await selectProblems(db, taskId, limit)
  return rows.flatMap(({ line, column_name, reason }) =>
    line !== null && isImportReason(reason) ? [{ line, column: column_name, reason }] : [],
  )
}

/** Whether the node that checks the file of a task is gone; holds as long as the transaction. */
export function isAbandoned(trx: Db, taskId: number): Promise<boolean> {
  return checkIsDead(trx, taskId)
}
