/**
 * Selected rows, either by id or frozen on the server. A frozen selection has exactly the `total` rows that matched the filter when
 * it was made. `rows` are the shown rows that it contains; it is left out if it contains all of them.
 */
export type Selection =
  | { kind: 'rows'; ids: ReadonlySet<string> }
  | { kind: 'frozen'; id: number; total: number; rows?: ReadonlySet<string> }

export const noSelection: Selection = { kind: 'rows', ids: new Set() }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'frozen' ? (selection.rows?.has(id) ?? true) : selection.ids.has(id)
}

/** Number of selected rows. */
export function selectedCount(selection: Selection): number {
  return selection.kind === 'frozen' ? selection.total : selection.ids.size
}

/** Ids of the selected rows. Of a frozen selection they are only its rows on this page. */
const rowsOf = (selection: Selection, pageIds: readonly string[]): Set<string> =>
  new Set(selection.kind === 'frozen' ? pageIds.filter((id) => isSelected(selection, id)) : selection.ids)

/** Selects or deselects one row. If the selection is frozen, its other rows on the page stay selected. */
export function toggleRow(selection: Selection, id: string, pageIds: readonly string[]): Selection {
  const ids = rowsOf(selection, pageIds)
  if (!ids.delete(id)) ids.add(id)
  return { kind: 'rows', ids }
}

/**
 * Selects or deselects all rows from the previously toggled row to this one. If the previous row is on another page, only this row
 * is toggled.
 */
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

/** The selection with all rows of the page added. */
export function withPage(selection: Selection, pageIds: readonly string[]): Selection {
  return { kind: 'rows', ids: new Set([...rowsOf(selection, pageIds), ...pageIds]) }
}

/** Toggles the page by the checkbox in the header: selects all its rows, or deselects them if all are selected. */
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
