import { type SimCsvColumn, simCsvColumns } from '@simdeck/contract/sim-imports.ts'
import type { ImportMode } from '@simdeck/contract/tasks.ts'
import type { Sealer } from '../../../platform/crypto/seal.ts'
import type { Db, OpenDatabase } from '../../../platform/db/database.ts'
import { sealKeys } from '../../../key-sets/seal-keys.ts'
import { sealKeySet } from '../../../key-sets/sms-key-sets.ts'
import { checkLine, givenKeys, incompleteKeys, type StagedKeys } from './check-line.ts'
import type { CsvLine } from '../csv/read-csv.ts'
import { type ImportProblem, type ImportReason, isImportReason } from '../csv/text.ts'
import { inTurns } from './in-turns.ts'
import type { NewProblem } from './problem-numbers.ts'
import { analyzeStaged, checkIsDead, checkStaged, insertProblems, selectProblems, simLines, stagedRow, type Staging } from './queries.ts'
import { type Found, manyLines, maxStoredProblems, whileStaging } from './staging.ts'

type Problem = NewProblem<SimCsvColumn, ImportReason>
type Options = { taskId: number; mode: ImportMode; mayCreateGroups: boolean; maySetSmsKeys: boolean; memberId: number | null }

/**
 * Stages the lines of a file for a task while they arrive, with encrypted keys, and stores their problems in the task's results. If `lines`
 * throws, nothing stays staged and the error is passed on. Throws `ApiError('tooManyRequests')` if too many files are being read.
 */
export async function checkFile(
  { database, sealer }: { database: OpenDatabase; sealer: Sealer },
  lines: AsyncIterable<readonly CsvLine[]>,
  options: Options,
): Promise<Found> {
  const { taskId, memberId } = options
  return whileStaging(database, { taskId, memberId, table: simLines }, (staging) => stage({ database, sealer, staging }, lines, options))
}

async function stage(
  { database: { db }, sealer, staging }: { database: OpenDatabase; sealer: Sealer; staging: Staging },
  lines: AsyncIterable<readonly CsvLine[]>,
  { taskId, mode, mayCreateGroups, maySetSmsKeys }: Options,
): Promise<Found> {
  const found = { lines: 0, unstaged: 0, problems: 0 }
  for await (const piece of lines) {
    let rows = ''
    const problems: Problem[] = []
    for await (const line of inTurns(piece)) {
      const { row, wrong } = stagedLine(line, { taskId, mode, maySetSmsKeys, sealer })
      if (row === null) found.unstaged++
      else rows += row
      problems.push(...wrong)
    }
    found.lines += piece.length
    await staging.write(rows)
    await insertProblems(db, taskId, simCsvColumns, problems.slice(0, Math.max(0, maxStoredProblems - found.problems)))
    found.problems += problems.length
  }
  await staging.end()
  if (found.lines > manyLines) await analyzeStaged(db)
  const room = Math.max(0, maxStoredProblems - found.problems)
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

/** A line in its staged form; null if it has no ICCID that another line could repeat. */
function stagedLine(
  line: CsvLine,
  { taskId, mode, maySetSmsKeys, sealer }: Pick<Options, 'taskId' | 'mode' | 'maySetSmsKeys'> & { sealer: Sealer },
): { row: string | null; wrong: Problem[] } {
  if ('reason' in line) return { row: null, wrong: [{ line: line.line, column: null, reason: line.reason, iccid: null }] }
  const { checked, problems } = checkLine(line.cells, { maySetSmsKeys })
  const { iccid, sim } = checked
  // In an update, the required keys depend on the keys that the SIM has; `checkStaged` checks them.
  if (mode === 'add') problems.push(...incompleteKeys(line.cells))
  const wrong = problems.map(({ column, reason }) => ({ line: line.line, column, reason, iccid: iccid || null }))
  if (iccid === '') return { row: null, wrong }
  const bad = wrong.length > 0
  const keys = bad ? noKeys : { ...checked.keys, ...sealKeys(sealer, iccid, checked.keys) }
  const { smsKeys: given } = checked
  const smsKeys = given && !bad ? { ...sealKeySet(sealer, iccid, given), counter: given.counter } : null
  return { row: stagedRow(taskId, { line: line.line, bad, givenKeys: givenKeys(line.cells), iccid, sim, keys, smsKeys }), wrong }
}

/** The first problems of a check, by line and column. */
export async function firstProblems(db: Db, taskId: number, limit: number): Promise<ImportProblem[]> {
  const rows = await selectProblems(db, taskId, limit)
  return rows.flatMap(({ line, column_name, reason }) =>
    line !== null && isImportReason(reason) ? [{ line, column: column_name, reason }] : [],
  )
}

/** True if the node that checked the file of a task died; the lock lasts until the transaction ends. */
export function isAbandoned(trx: Db, taskId: number): Promise<boolean> {
  return checkIsDead(trx, taskId)
}
