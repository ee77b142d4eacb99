import { ApiError, maxFields } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { ImportMode } from '@simdeck/contract/tasks.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db, OpenDatabase } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Audit, Caller, StreamedFile } from '../../platform/http/handler.ts'
import { TaskFailure } from '../../tasks/task-handler.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { checkFile, firstProblems } from './check/check-file.ts'
import type { Found } from './check/staging.ts'
import { deleteStaged, deleteTask, endUnwritten, finishCheck, lockImport } from './queries.ts'
import { CsvHeaderError } from './csv/header.ts'
import { readSimCsv, type Reading } from './csv/read-csv.ts'
import { type ImportProblem, importText } from './csv/text.ts'
import { bounded, readUpload, refusalOf } from './read-upload.ts'
import { keepImportedTags, takeImportLock, writeImport } from './write/write-import.ts'

/** `maxMegabytes` limits the size of a file; its lines are staged in the database while it arrives. */
export type ImportDependencies = { database: OpenDatabase; sealer: Sealer; tasks: Tasks; publish: Publish; maxMegabytes: number }

/** The rights of an import besides adding or changing SIMs: those of the caller who checks or starts it. */
export const rightsOf = ({ permissions }: Caller) => ({
  mayCreateGroups: permissions.has('GROUP_CREATE'),
  maySetSmsKeys: permissions.has('SIM_UPDATE'),
})

type Upload = { file: StreamedFile; reading: Reading; mode: ImportMode; caller: Caller; language: Language }

/**
 * Reads and checks a file while it arrives, and leaves a task that waits to be started. Throws `ApiError('csvHeader')` if it is not a SIM
 * CSV. An upload that ends early leaves only a cancelled task.
 */
export async function checkImport(dependencies: ImportDependencies, upload: Upload): Promise<number> {
  const { db } = dependencies.database
  const { id, found } = await read(dependencies, upload)
  if (!(await finishCheck(db, id, { lines: found.lines, good: found.good, bad: found.bad }))) await deleteStaged(db, id, 'sim_import_lines')
  dependencies.publish({ tasks: [id] })
  return id
}

/** Reads, checks and writes a file in one call, all lines or none. Returns the number of SIMs. Throws `ApiError`. */
export async function importAtOnce(dependencies: ImportDependencies, upload: Upload, audit: Audit): Promise<number> {
  const { db } = dependencies.database
  const { id, found } = await read(dependencies, upload)
  try {
    if (found.bad > 0) throw refusalOf('csvInvalid', named(await firstProblems(db, id, maxFields)), found.problems, upload.language)
    await finishCheck(db, id, { lines: found.lines, good: found.good, bad: 0 })
    await db.transaction().execute((trx) => keepImportedTags(trx, id))
    await db.transaction().execute((trx) => write(trx, id, audit))
  } catch (error) {
    await deleteTask(db, id)
    throw error instanceof TaskFailure ? new ApiError(error.code) : error
  } finally {
    await deleteStaged(db, id, 'sim_import_lines')
  }
  if (found.good === 0) await deleteTask(db, id)
  dependencies.publish({ tasks: [id] })
  return found.good
}

async function write(trx: Db, id: number, audit: Audit): Promise<void> {
  if (!(await takeImportLock(trx, { wait: false }))) throw new ApiError('importUnderWay')
  const task = await lockImport(trx, id, 'simImport')
  if (!task) throw new TaskFailure('importLost')
  if (task.import.good > 0)
    await writeImport(trx, task, { stopped: () => false, recheck: () => Promise.resolve(), reportDone: () => undefined })
  await endUnwritten(trx, id, 'completed')
  await audit(trx, null, { sims: task.import.good })
}

function read(dependencies: ImportDependencies, { file, reading, mode, caller, language }: Upload): Promise<{ id: number; found: Found }> {
  const rights = rightsOf(caller)
  return readUpload(dependencies, {
    file,
    pieces: readSimCsv(bounded(file.stream, dependencies.maxMegabytes), reading),
    task: { kind: 'simImport', mode, encoding: reading.encoding, params: rights },
    caller,
    check: (taskId, pieces) => checkFile(dependencies, pieces, { taskId, mode, ...rights, memberId: caller.memberId }),
    refusal: (error) =>
      error instanceof CsvHeaderError ? refusalOf('csvHeader', named(error.problems), error.problems.length, language) : null,
  })
}

const named = (problems: readonly ImportProblem[]) => problems.map(({ reason, ...problem }) => ({ ...problem, words: importText[reason] }))
