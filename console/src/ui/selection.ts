/** What is selected: rows by id, or what matched the filter when it was chosen, which the server keeps by this id: exactly `total`. */
export type Selection = { kind: 'rows'; ids: ReadonlySet<string> } | { kind: 'frozen'; id: number; total: number }

export const noSelection: Selection = { kind: 'rows', ids: new Set() }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'frozen' || selection.ids.has(id)
}

/** How many are selected. */
export function selectedCount(selection: Selection): number {
  return selection.kind === 'frozen' ? selection.total : selection.ids.size
}

/** Ticks or unticks one row; taking one out of everything that matched leaves the rest of its page. */
export function toggleRow(selection: Selection, id: string, pageIds: readonly string[]): Selection {
  const ids = new Set(selection.kind === 'frozen' ? pageIds : selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { kind: 'rows', ids }
}

/** The head box: ticks the whole page, or, when it is ticked already, takes the page out. */
export function togglePage(selection: Selection, pageIds: readonly string[]): Selection {
  if (selection.kind === 'frozen') return noSelection
  const ids = new Set(selection.ids)
  const whole = pageIds.every((id) => ids.has(id))
  for (const id of pageIds) {
    if (whole) ids.delete(id)
    else ids.add(id)
  }
  return { kind: 'rows', ids }
}
