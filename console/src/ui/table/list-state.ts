import type { ComponentProps } from 'react'
import type { LiveRows } from './live-rows.ts'
import type { Pager } from './Pager.tsx'
import type { Sort } from './persisted.ts'

/** State of a list, independent of the source of its rows. */
export interface ListState<Row> {
  /** Rows of the page; undefined until the first answer. */
  rows: readonly Row[] | undefined
  /** Number of rows on all pages; undefined until the first answer. */
  total: number | undefined
  /** Text of the failure to load or refresh the rows. */
  failure: string | null
  retry: () => void
  /** The rows are the previous ones, while others are being loaded or after they could not be. */
  stale: boolean
  /** At least one filter is set. */
  filtered: boolean
  sort?: Sort | null
  setSort?: (sort: Sort | null) => void
  pageSize: number
  /** Properties of the pager; null for no pager. */
  pager: ComponentProps<typeof Pager> | null
  /** Rows to highlight. */
  live?: LiveRows
}
