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
  /** Message of the failure to load or refresh the rows; null if there is none. */
  failure: string | null
  retry: () => void
  /** True if the rows are the previous ones, while others are being loaded or after loading them failed. */
  stale: boolean
  /** True if at least one filter is set. */
  filtered: boolean
  sort?: Sort | null
  setSort?: (sort: Sort | null) => void
  pageSize: number
  /** Properties of the pager; null for no pager. */
  pager: ComponentProps<typeof Pager> | null
  /** Rows to highlight. */
  live?: LiveRows
}
