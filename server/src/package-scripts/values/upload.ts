import { ApiError, maxFields } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { maxValueRows, maxValuesFileBytes, type ScriptValues } from '@simdeck/contract/script-values.ts'
import type { CsvEncoding } from '@simdeck/contract/tasks.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller, StreamedFile } from '../../platform/http/handler.ts'
import { uploaderOf, valuesShape } from './access.ts'
import { endValues, finishValues, insertRows, insertValues } from './queries.ts'
import { readValues, ValuesFileError, type ValuesPiece, type ValuesRow } from './read-values.ts'
import { type ValuesProblem, valuesText } from './text.ts'

/** Lines in one statement. */
const linesAtOnce = 2_000
/** The largest number of files of one uploader that no campaign uses. */
const maxUnused = 5
/** Files that a node reads at a time, and those of one uploader. */
const filesAtOnce = 4
const filesPerUploader = 2

type Upload = {
  file: StreamedFile
  reading: { encoding: CsvEncoding; iccidColumn?: string | undefined }
  caller: Caller
  language: Language
}

/** The uploaders of the files that this node reads now. */
const reading: string[] = []

/** Stores the values of a CSV while it arrives, all or none. Throws `ApiError('valuesInvalid' | 'payloadTooLarge' | 'tooManyRequests')`. */
export async function uploadValues(db: Db, upload: Upload): Promise<ScriptValues> {
  const by = JSON.stringify(uploaderOf(upload.caller))
  if (reading.length >= filesAtOnce || reading.filter((one) => one === by).length >= filesPerUploader) throw new ApiError('tooManyRequests')
  reading.push(by)
  try {
    return await store(db, upload)
  } catch (error) {
    if (error instanceof ValuesFileError) throw refusal(error.problems, error.problems.length, upload.language)
    throw error
  } finally {
    reading.splice(reading.indexOf(by), 1)
  }
}

async function store(db: Db, { file, reading: options, caller, language }: Upload): Promise<ScriptValues> {
  const storage = new Storage(db)
  try {
    for await (const piece of readValues(bounded(file.stream), options)) {
      if (!storage.isBegun) await storage.begin(file.name, piece.header.columns, caller)
      await storage.add(piece)
    }
    return await storage.finish(language)
  } catch (error) {
    await storage.abort()
    throw error
  }
}

/** The lines of one file on their way into the database. After the first problem no further line is stored. */
class Storage {
  readonly #db: Db
  readonly #problems: ValuesProblem[] = []
  #problemCount = 0
  #id: number | null = null
  #waiting: ValuesRow[] = []
  #rows = 0

  constructor(db: Db) {
    this.#db = db
  }

  get isBegun(): boolean {
    return this.#id !== null
  }

  async begin(name: string, columns: readonly string[], caller: Caller): Promise<void> {
    this.#id = await insertValues(this.#db, { name, columns }, uploaderOf(caller))
  }

  async add({ rows, problems }: ValuesPiece): Promise<void> {
    this.#report(problems)
    this.#rows += rows.length
    if (this.#rows > maxValueRows) throw new ValuesFileError([{ line: maxValueRows + 2, column: null, reason: 'tooManyRows' }])
    if (this.#problemCount > 0) return
    for (const row of rows) this.#waiting.push(row)
    while (this.#waiting.length >= linesAtOnce) await this.#write(this.#waiting.splice(0, linesAtOnce))
  }

  async finish(language: Language): Promise<ScriptValues> {
    if (this.#problemCount === 0) await this.#write(this.#waiting)
    if (this.#rows === 0 && this.#problemCount === 0) this.#report([{ line: 2, column: null, reason: 'noRows' }])
    if (this.#problemCount > 0 || this.#id === null) throw refusal(this.#problems, this.#problemCount, language)
    const id = this.#id
    return valuesShape(await this.#db.transaction().execute((trx) => finishValues(trx, id, this.#rows, maxUnused)))
  }

  async abort(): Promise<void> {
    if (this.#id !== null) await endValues(this.#db, this.#id)
  }

  async #write(rows: readonly ValuesRow[]): Promise<void> {
    if (rows.length === 0 || this.#id === null) return
    const first = new Map<string, ValuesRow>()
    const again = rows.filter((row) => {
      const isAgain = first.has(row.iccid)
      if (!isAgain) first.set(row.iccid, row)
      return isAgain
    })
    const stored = await insertRows(this.#db, this.#id, [...first.values()])
    const twice = [...[...stored].map((iccid) => first.get(iccid)!), ...again].toSorted((a, b) => a.line - b.line)
    this.#report(twice.map(({ line }) => ({ line, column: null, reason: 'iccidTwice' })))
  }

  #report(problems: readonly ValuesProblem[]): void {
    this.#problemCount += problems.length
    this.#problems.push(...problems.slice(0, Math.max(0, maxFields - this.#problems.length)))
  }
}

async function* bounded(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > maxValuesFileBytes) throw new ApiError('payloadTooLarge')
    yield piece
  }
}

function refusal(problems: readonly ValuesProblem[], count: number, language: Language): ApiError {
  const fields = problems.slice(0, maxFields).map(({ line, column, reason }) => ({
    path: column === null ? `line ${line}` : `line ${line}, ${column}`,
    message: valuesText[reason][language],
  }))
  return new ApiError('valuesInvalid', { fields, fieldCount: count })
}
