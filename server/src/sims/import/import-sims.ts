import { ApiError, type FieldError, maxFields } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { ImportMode } from '@simdeck/contract/tasks.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db, OpenDatabase } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Audit, Caller, StreamedFile } from '../../platform/http/handler.ts'
import { TaskFailure } from '../../tasks/task-handler.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { checkFile, type Found, firstProblems } from './check/check-file.ts'
import { countOpenImports, deleteStaged, deleteTask, endUnwritten, finishCheck, lockImport } from './queries.ts'
import { CsvHeaderError } from './csv/header.ts'
import { type CsvLine, readSimCsv, type Reading } from './csv/read-csv.ts'
import { importLimitText, type ImportProblem, importText } from './csv/text.ts'
import { keepImportedTags, takeImportLock, writeImport } from './write/write-import.ts'

/** `maxMegabytes` limits the size of a file; its lines are staged in the database while it arrives. */
export type ImportDependencies = { database: OpenDatabase; sealer: Sealer; tasks: Tasks; publish: Publish; maxMegabytes: number }

/** Maximum of files that are being checked or wait to be started, per member and for all API IDs together. */
const maxOpenImports = 5

/** What an import may do besides adding or changing SIMs, in the name of the caller who checks or starts it. */
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
  if (!(await finishCheck(db, id, { lines: found.lines, good: found.good, bad: found.bad }))) await deleteStaged(db, id)
  dependencies.publish({ tasks: [id] })
  return id
}

/** Reads, checks and writes a file in one call, all lines or none. Returns the number of SIMs. Throws `ApiError`. */
export async function importAtOnce(dependencies: ImportDependencies, upload: Upload, audit: Audit): Promise<number> {
  const { db } = dependencies.database
  const { id, found } = await read(dependencies, upload)
  try {
    if (found.bad > 0) throw refusal('csvInvalid', await firstProblems(db, id, maxFields), found.problems, upload.language)
    await finishCheck(db, id, { lines: found.lines, good: found.good, bad: 0 })
    await db.transaction().execute((trx) => keepImportedTags(trx, id))
    await db.transaction().execute((trx) => write(trx, id, audit))
  } catch (error) {
    await deleteTask(db, id)
    throw error instanceof TaskFailure ? new ApiError(error.code) : error
  } finally {
    await deleteStaged(db, id)
  }
  if (found.good === 0) await deleteTask(db, id)
  dependencies.publish({ tasks: [id] })
  return found.good
}

async function write(trx: Db, id: number, audit: Audit): Promise<void> {
  if (!(await takeImportLock(trx, { wait: false }))) throw new ApiError('importUnderWay')
  const task = await lockImport(trx, id)
  if (!task) throw new TaskFailure('importLost')
  if (task.import.good > 0)
    await writeImport(trx, task, { stopped: () => false, recheck: () => Promise.resolve(), reportDone: () => undefined })
  await endUnwritten(trx, id, 'completed')
  await audit(trx, null, { sims: task.import.good })
}

/** Reads a file to its end; the task is created once the header is known to be valid. */
async function read(
  dependencies: ImportDependencies,
  { file, reading, mode, caller, language }: Upload,
): Promise<{ id: number; found: Found }> {
  const { db } = dependencies.database
  const rights = rightsOf(caller)
  let id: number | null = null
  try {
    const pieces = readSimCsv(bounded(file.stream, dependencies.maxMegabytes), reading)[Symbol.asyncIterator]()
    const first = await pieces.next()
    const details = {
      fileName: file.name,
      mode,
      encoding: reading.encoding,
      lines: 0,
      good: 0,
      bad: 0,
      skipBadLines: false,
      undoTaskId: null,
    }
    const task = { kind: 'simImport', state: 'checking', title: file.name, import: details, params: rights, total: 0 } as const
    id = await db.transaction().execute(async (trx) => {
      if ((await countOpenImports(trx, caller.memberId)) >= maxOpenImports) throw new ApiError('importsOpen')
      return dependencies.tasks.enqueue(trx, { ...task, creator: caller })
    })
    const found = await checkFile(dependencies, resumed(first, pieces), { taskId: id, mode, ...rights, memberId: caller.memberId })
    return { id, found }
  } catch (error) {
    if (error instanceof CsvHeaderError) {
      if (id !== null) await deleteTask(db, id)
      throw refusal('csvHeader', error.problems, error.problems.length, language)
    }
    if (id !== null) await endRefused(db, id, error)
    throw error
  }
}

/** Ends the task of a refused file as failed. An upload that ends early arrives as `invalidInput` and is a cancellation. */
async function endRefused(db: Db, id: number, error: unknown): Promise<void> {
  if (error instanceof ApiError && error.code !== 'invalidInput') await endUnwritten(db, id, 'failed', error.code)
  else await endUnwritten(db, id, 'cancelled')
}

/** Passes the pieces on; throws `ApiError('payloadTooLarge')` beyond the limit. */
async function* bounded(pieces: AsyncIterable<Uint8Array>, maxMegabytes: number): AsyncIterable<Uint8Array> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > maxMegabytes * 1_000_000) throw new ApiError('payloadTooLarge', { detail: importLimitText(maxMegabytes) })
    yield piece
  }
}

async function* resumed(first: IteratorResult<CsvLine[]>, pieces: AsyncIterator<CsvLine[]>): AsyncIterable<CsvLine[]> {
  for (let next = first; !next.done; next = await pieces.next()) yield next.value
}

function refusal(code: 'csvHeader' | 'csvInvalid', problems: readonly ImportProblem[], count: number, language: Language): ApiError {
  const fields: FieldError[] = problems.map(({ line, column, reason }) => ({
    path: column === null ? `line ${line}` : `line ${line}, ${column}`,
    message: importText[reason][language],
  }))
  return new ApiError(code, { fields, fieldCount: count })
}
