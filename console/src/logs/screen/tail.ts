/** Rows that a log got since its display follows it. `leftOut`: new rows that are not among them. */
export interface Tail<Row> {
  rows: readonly Row[]
  lastId: number
  count: number
  leftOut: number
}

/** Maximum number of new rows that stay on the screen. */
export const maxTailRows = 500

/** The tail with the rows of an answer, newest first; `total` of them are new, also those that the answer leaves out. */
export function withNewRows<Row extends { id: number }>(tail: Tail<Row>, fresh: readonly Row[], total: number): Tail<Row> {
  if (fresh.length === 0) return tail
  const all = [...fresh, ...tail.rows]
  return {
    rows: all.slice(0, maxTailRows),
    lastId: Math.max(tail.lastId, ...fresh.map(({ id }) => id)),
    count: tail.count + total,
    leftOut: tail.leftOut + Math.max(0, total - fresh.length) + Math.max(0, all.length - maxTailRows),
  }
}
