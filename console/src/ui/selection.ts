/** What is selected: rows by id, or everything that matches the filter, which the server resolves. */
export type Selection = { kind: 'rows'; ids: ReadonlySet<string> } | { kind: 'matching' }

export const noSelection: Selection = { kind: 'rows', ids: new Set() }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'matching' || selection.ids.has(id)
}

/** How many are selected, of the given number that match. */
export function selectedCount(selection: Selection, matching: number): number {
  return selection.kind === 'matching' ? matching : selection.ids.size
}

/** Ticks or unticks one row; taking one out of everything that matches leaves the rest of its page. */
export function toggleRow(selection: Selection, id: string, pageIds: readonly string[]): Selection {
  const ids = new Set(selection.kind === 'matching' ? pageIds : selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { kind: 'rows', ids }
}

/** The head box: ticks the whole page, or, when it is ticked already, takes the page out. */
export function togglePage(selection: Selection, pageIds: readonly string[]): Selection {
  if (selection.kind === 'matching') return noSelection
  const ids = new Set(selection.ids)
  const whole = pageIds.every((id) => ids.has(id))
  for (const id of pageIds) {
    if (whole) ids.delete(id)
    else ids.add(id)
  }
  return { kind: 'rows', ids }
}
