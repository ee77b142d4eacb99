import { type CopyCell, copyIn, copyRow } from '../../db/copy.ts'
import type { OpenDatabase } from '../../db/database.ts'

const rowsAtOnce = 500

/** Adds rows to a table, all or none. `table` and `columns` must be trusted names. */
export async function copyRows(
  { pool }: OpenDatabase,
  table: string,
  columns: readonly string[],
  rows: readonly Record<string, CopyCell>[],
): Promise<void> {
  const client = await pool.connect()
  let failed: Error | undefined
  try {
    const copy = copyIn(client, table, columns)
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = rows.slice(from, from + rowsAtOnce)
      await copy.write(some.map((row) => copyRow(columns.map((column) => row[column] ?? null))).join(''))
    }
    await copy.end()
  } catch (error) {
    failed = error as Error
    throw error
  } finally {
    client.release(failed)
  }
}
