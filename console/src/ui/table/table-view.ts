import type { TableView } from './persisted.ts'

/**
 * Visible columns of a view, in its order. The first column is always visible. Columns that the view does not name come last, in
 * their default order.
 */
export function shownColumns<Column extends { id: string }>(
  columns: readonly Column[],
  { order, hidden }: Pick<TableView, 'order' | 'hidden'>,
): Column[] {
  const [first] = columns
  const at = (column: Column): number => {
    if (column === first) return -1
    const index = order.indexOf(column.id)
    return index < 0 ? order.length + columns.indexOf(column) : index
  }
  return columns.filter((column) => column === first || !hidden.includes(column.id)).toSorted((a, b) => at(a) - at(b))
}
