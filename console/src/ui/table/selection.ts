/**
 * Selected rows: by id, or frozen on the server under an id with exactly `total` rows, as the filter matched at that time. `rows`:
 * the shown rows that the frozen selection contains, if not all.
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

/** Ids of the selected rows. A frozen selection is reduced to its rows on this page. */
const rowsOf = (selection: Selection, pageIds: readonly string[]): Set<string> =>
  new Set(selection.kind === 'frozen' ? pageIds.filter((id) => isSelected(selection, id)) : selection.ids)

/** Selects or deselects one row. Deselecting a row of a frozen selection keeps the rest of its page. */
export function toggleRow(selection: Selection, id: string, pageIds: readonly string[]): Selection {
  const ids = rowsOf(selection, pageIds)
  if (!ids.delete(id)) ids.add(id)
  return { kind: 'rows', ids }
}

/** Selects or deselects all rows from the previously toggled row to this one; a previous row on another page is ignored. */
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

/** The selection extended by the whole page. */
export function withPage(selection: Selection, pageIds: readonly string[]): Selection {
  return { kind: 'rows', ids: new Set([...rowsOf(selection, pageIds), ...pageIds]) }
}

/** Toggles the page with the header checkbox: selects all its rows, or deselects them if all are selected. */
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
