import { Sequence } from '../../sequence.ts'

/** Rows that wait to be written, and the rows that did not fit since a time. */
export type Batch<Row> = { rows: readonly Row[]; leftOut: { rows: number; since: Date } | null }

/** A written row that stands for rows that were left out. */
export type LeftOut = { at: Date; left_out: number }

const maxRows = 10_000

/**
 * Collects rows of a raw log, so that no request waits for them. More rows than the database takes are left out first under load, and one row
 * of the log tells their number.
 */
export class BatchedRows<Row> {
  readonly #write: (rows: readonly (Row | LeftOut)[]) => Promise<void>
  #rows: Row[] = []
  #leftOut: Batch<Row>['leftOut'] = null
  readonly #writes = new Sequence()

  constructor(write: (rows: readonly (Row | LeftOut)[]) => Promise<void>) {
    this.#write = write
  }

  add(row: Row): void {
    if (this.#rows.length < maxRows) this.#rows.push(row)
    else if (this.#leftOut) this.#leftOut.rows++
    else this.#leftOut = { rows: 1, since: new Date() }
  }

  /** Writes the collected rows. Rows that the database did not take are written again later, as far as they fit. */
  flush(): Promise<void> {
    return this.#writes.run(() => this.#flush())
  }

  async #flush(): Promise<void> {
    const [rows, leftOut] = [this.#rows, this.#leftOut]
    if (rows.length === 0 && !leftOut) return
    this.#rows = []
    this.#leftOut = null
    try {
      await this.#write(leftOut ? [...rows, { at: leftOut.since, left_out: leftOut.rows }] : rows)
    } catch (error) {
      this.#takeBack(rows, leftOut)
      throw error
    }
  }

  #takeBack(rows: readonly Row[], leftOut: Batch<Row>['leftOut']): void {
    const all = [...rows, ...this.#rows]
    const more = Math.max(0, all.length - maxRows)
    const missing = more + (leftOut?.rows ?? 0) + (this.#leftOut?.rows ?? 0)
    this.#rows = all.slice(0, maxRows)
    this.#leftOut = missing === 0 ? null : { rows: missing, since: leftOut?.since ?? this.#leftOut?.since ?? new Date() }
  }
}
