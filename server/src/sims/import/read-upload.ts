import { ApiError, type FieldError } from '@simdeck/contract/errors.ts'
import type { Language, Words } from '@simdeck/contract/languages.ts'
import type { CsvEncoding, ImportMode } from '@simdeck/contract/tasks.ts'
import type { Db, OpenDatabase } from '../../platform/db/database.ts'
import type { Caller, StreamedFile } from '../../platform/http/handler.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { Found } from './check/staging.ts'
import { importLimitText } from './csv/text.ts'
import { countOpenImports, deleteTask, endUnwritten, type ImportKind } from './queries.ts'

/** Maximum of files that are being checked or wait to be started, per member and for all API IDs together. */
const maxOpenImports = 5

type Upload<Piece> = {
  file: StreamedFile
  /** The lines of the file. The first piece is returned once the header is known to be valid. */
  pieces: AsyncIterable<Piece>
  task: { kind: ImportKind; mode: ImportMode; encoding: CsvEncoding; params: Record<string, unknown> }
  caller: Caller
  check: (taskId: number, pieces: AsyncIterable<Piece>) => Promise<Found>
  /** The refusal of a file of another form; null for other errors. */
  refusal: (error: unknown) => ApiError | null
}

/** Reads a file to its end; the task is created once the header is known to be valid. Throws `ApiError`. */
export async function readUpload<Piece>(
  { database: { db }, tasks }: { database: OpenDatabase; tasks: Tasks },
  { file, pieces, task, caller, check, refusal }: Upload<Piece>,
): Promise<{ id: number; found: Found }> {
  let id: number | null = null
  try {
    const read = pieces[Symbol.asyncIterator]()
    const first = await read.next()
    const { kind, params, ...reading } = task
    const details = { fileName: file.name, ...reading, lines: 0, good: 0, bad: 0, skipBadLines: false, undoTaskId: null }
    id = await db.transaction().execute(async (trx) => {
      if ((await countOpenImports(trx, caller.memberId)) >= maxOpenImports) throw new ApiError('importsOpen')
      return tasks.enqueue(trx, { kind, state: 'checking', title: file.name, import: details, params, total: 0, creator: caller })
    })
    return { id, found: await check(id, resumed(first, read)) }
  } catch (error) {
    const refused = refusal(error)
    if (refused) {
      if (id !== null) await deleteTask(db, id)
      throw refused
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
export async function* bounded(pieces: AsyncIterable<Uint8Array>, maxMegabytes: number): AsyncIterable<Uint8Array> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > maxMegabytes * 1_000_000) throw new ApiError('payloadTooLarge', { detail: importLimitText(maxMegabytes) })
    yield piece
  }
}

async function* resumed<Piece>(first: IteratorResult<Piece>, pieces: AsyncIterator<Piece>): AsyncIterable<Piece> {
  for (let next = first; !next.done; next = await pieces.next()) yield next.value
}

type NamedProblem = { line: number; column: string | null; words: Words }

/** The refusal of a file with these problems, `count` in all. */
export function refusalOf(
  code: 'csvHeader' | 'csvInvalid' | 'keyFileHeader',
  problems: readonly NamedProblem[],
  count: number,
  language: Language,
): ApiError {
  const fields: FieldError[] = problems.map(({ line, column, words }) => ({
    path: column === null ? `line ${line}` : `line ${line}, ${column}`,
    message: words[language],
  }))
  return new ApiError(code, { fields, fieldCount: count })
}
