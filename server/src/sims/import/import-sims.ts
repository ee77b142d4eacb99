import { ApiError, type FieldError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { importModes } from '@simdeck/contract/tasks.ts'
import type { Sealer } from '../../crypto/seal.ts'
import type { Db } from '../../db/database.ts'
import type { Audit } from '../../http/handler.ts'
import { type CellProblem, type CheckedLine, checkLine, incompleteKeys, incompleteScp03Keys, keyColumns } from './check-line.ts'
import { insertSims, type KeysToWrite, knownSims, type KnownSim, updateSims, writeKeys } from './queries.ts'
import { type Cells, CsvHeaderError, readSimCsv } from './read-csv.ts'
import { type ImportProblem, importText } from './text.ts'

type Mode = (typeof importModes)[number]
type Line = { line: number; cells: Cells }

const linesAtOnce = 1000
/** As many lines are named in an answer; `detail` says how many more there are. */
const namedProblems = 10_000

/**
 * Reads and writes a SIM CSV in one transaction, in pieces. Throws `ApiError('csvHeader' | 'csvInvalid')` with every bad line and
 * nothing written when there is one. Returns the ids of the SIMs that were added or updated.
 */
export async function importSims(
  { db, sealer }: { db: Db; sealer: Sealer },
  { bytes, mode, language, audit }: { bytes: Uint8Array; mode: Mode; language: Language; audit: Audit },
): Promise<number[]> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const run = new Import(transaction, sealer, mode)
      let lines: Line[] = []
      for await (const line of readSimCsv(bytes)) {
        if ('reason' in line) run.problems.push(line)
        else lines.push(line)
        if (lines.length === linesAtOnce) {
          await run.take(lines)
          lines = []
        }
      }
      await run.take(lines)
      if (run.problems.length > 0) throw refusal('csvInvalid', run.problems, language)
      await audit(transaction)
      return run.ids
    })
  } catch (error) {
    if (error instanceof CsvHeaderError) throw refusal('csvHeader', error.problems, language)
    throw error
  }
}

function refusal(code: 'csvHeader' | 'csvInvalid', problems: readonly ImportProblem[], language: Language): ApiError {
  const sorted = problems.toSorted((a, b) => a.line - b.line)
  const fields: FieldError[] = sorted.slice(0, namedProblems).map(({ line, column, reason }) => ({
    path: column === null ? `line ${line}` : `line ${line}, ${column}`,
    message: importText[reason][language],
  }))
  const more = sorted.length - fields.length
  return new ApiError(code, { fields, ...(more > 0 ? { detail: `${more} more` } : {}) })
}

class Import {
  readonly ids: number[] = []
  readonly problems: ImportProblem[] = []
  readonly #seen = new Set<string>()
  readonly #db: Db
  readonly #sealer: Sealer
  readonly #mode: Mode

  constructor(db: Db, sealer: Sealer, mode: Mode) {
    this.#db = db
    this.#sealer = sealer
    this.#mode = mode
  }

  /** Checks the next lines, and writes them as long as every line so far was right. */
  async take(lines: readonly Line[]): Promise<void> {
    if (lines.length === 0) return
    const checked = lines.map((line) => ({ ...line, ...checkLine(line.cells) }))
    const known = await knownSims(
      this.#db,
      checked.map(({ checked: { iccid } }) => iccid),
    )
    for (const { line, cells, checked: one, problems } of checked) {
      const sim = known.get(one.iccid)
      for (const problem of [...problems, ...this.#againstOthers(cells, one, sim)]) this.problems.push({ line, ...problem })
      if (one.iccid !== '') this.#seen.add(one.iccid)
    }
    if (this.problems.length > 0) return
    await (this.#mode === 'add' ? this.#add(checked) : this.#update(checked, known))
  }

  #againstOthers(cells: Cells, { iccid }: CheckedLine, sim: KnownSim | undefined): CellProblem[] {
    const keys = this.#mode === 'update' && sim?.has_keys ? incompleteScp03Keys(cells) : incompleteKeys(cells)
    if (iccid === '') return keys
    if (this.#seen.has(iccid)) return [{ column: 'iccid', reason: 'iccidTwice' }, ...keys]
    if (this.#mode === 'add' && sim) return [{ column: 'iccid', reason: 'iccidExists' }, ...keys]
    if (this.#mode === 'update' && !sim) return [{ column: 'iccid', reason: 'iccidMissing' }, ...keys]
    return keys
  }

  async #add(lines: readonly { line: number; checked: CheckedLine }[]): Promise<void> {
    const rows = await insertSims(
      this.#db,
      lines.map(({ checked: { iccid, sim } }) => ({ iccid, ...sim })),
    )
    const ids = new Map(rows.map(({ id, iccid }) => [iccid, id]))
    const keys: KeysToWrite[] = []
    for (const { line, checked } of lines) {
      const id = ids.get(checked.iccid)
      // Another import was faster.
      if (id === undefined) this.problems.push({ line, column: 'iccid', reason: 'iccidExists' })
      else if (hasKey(checked)) keys.push(this.#seal(id, checked))
    }
    if (keys.length > 0) await writeKeys(this.#db, keys)
    for (const { id } of rows) this.ids.push(id)
  }

  async #update(lines: readonly { checked: CheckedLine }[], known: ReadonlyMap<string, KnownSim>): Promise<void> {
    await updateSims(
      this.#db,
      lines.map(({ checked: { iccid, sim } }) => ({ iccid, ...sim })),
    )
    const keys: KeysToWrite[] = []
    for (const { checked } of lines) {
      const sim = known.get(checked.iccid)
      if (!sim) continue
      const { security_domain_aid: sdAid, key_version_number: kvn } = checked.keys
      if (hasKey(checked) || (sim.has_keys && (sdAid !== null || kvn !== null))) keys.push(this.#seal(sim.id, checked))
      this.ids.push(sim.id)
    }
    if (keys.length > 0) await writeKeys(this.#db, keys)
  }

  #seal(simId: number, { iccid, keys }: CheckedLine): KeysToWrite {
    const sealed: KeysToWrite = { ...keys, sim_id: simId }
    for (const column of keyColumns) {
      const plain = keys[column]
      if (plain) sealed[column] = this.#sealer.seal(plain, { table: 'sim_keys', row: iccid, column })
    }
    return sealed
  }
}

function hasKey({ keys }: CheckedLine): boolean {
  return keyColumns.some((column) => keys[column] !== null)
}
