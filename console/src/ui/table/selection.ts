/**
 * What is selected: rows by id, or what matched the filter when it was chosen, which the server keeps by this id: exactly `total`.
 * `rows`: those of the rows shown that are in it, where that is not all.
 */
export type Selection =
  | { kind: 'rows'; ids: ReadonlySet<string> }
  | { kind: 'frozen'; id: number; total: number; rows?: ReadonlySet<string> }

export const noSelection: Selection = { kind: 'rows', ids: new Set() }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'frozen' ? (selection.rows?.has(id) ?? true) : selection.ids.has(id)
}

/** How many are selected. */
export function selectedCount(selection: Selection): number {
  return selection.kind === 'frozen' ? selection.total : selection.ids.size
}

/** The rows that stay when single rows are ticked: of everything that matched, those of the page. */
const rowsOf = (selection: Selection, pageIds: readonly string[]): Set<string> =>
  new Set(selection.kind === 'frozen' ? pageIds.filter((id) => isSelected(selection, id)) : selection.ids)

/** Ticks or unticks one row; taking one out of everything that matched leaves the rest of its page. */
export function toggleRow(selection: Selection, id: string, pageIds: readonly string[]): Selection {
  const ids = rowsOf(selection, pageIds)
  if (!ids.delete(id)) ids.add(id)
  return { kind: 'rows', ids }
}

/** Ticks or unticks one row, and with it all from the row that was ticked before it; a row of another page begins nothing. */
export function toggleRange(selection: Selection, { from, to }: { from: string; to: string }, pageIds: readonly string[]): Selection {
  const ends = [pageIds.indexOf(from), pageIds.indexOf(to)]
  if (ends.includes(-1)) return toggleRow(selection, to, pageIds)
  const ids = rowsOf(selection, pageIds)
  const ticks = !ids.has(to)
  for (const id of pageIds.slice(Math.min(...ends), Math.max(...ends) + 1)) {
    if (ticks) ids.add(id)
    else ids.delete(id)
  }
  return { kind: 'rows', ids }
}

/** The rows that are selected already, and the whole page. */
export function withPage(selection: Selection, pageIds: readonly string[]): Selection {
  return { kind: 'rows', ids: new Set([...rowsOf(selection, pageIds), ...pageIds]) }
}

/** The head box: ticks the whole page, or, when it is ticked already, takes the page out. */
export function togglePage(selection: Selection, pageIds: readonly string[]): Selection {
  if (selection.kind === 'frozen' && !selection.rows) return noSelection
  const ids = rowsOf(selection, pageIds)
  const whole = pageIds.every((id) => ids.has(id))
  for (const id of pageIds) {
    if (whole) ids.delete(id)
    else ids.add(id)
  }
  return { kind: 'rows', ids }
}
