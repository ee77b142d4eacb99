import type { Page } from '@simdeck/contract/list.ts'
import { useState } from 'react'
import type { RowsShown } from './list-search.ts'

/** Page and page size of a list that shares its screen with others. They are neither in the address nor stored. */
export function useLocalPages(initialSize: number) {
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(initialSize)
  return {
    page,
    setPage,
    pageSize,
    sort: null,
    setSort: (): void => undefined,
    filtered: false,
    query: { take: pageSize, pageIndex: page - 1 },
    pagerOf: (rows: Page<unknown>, { stale, unreached }: RowsShown) => ({
      waiting: stale,
      unreached,
      page,
      pageSize,
      total: rows.totalItems,
      onPage: setPage,
      onPageSize: (size: number): void => {
        setPageSize(size)
        setPage(1)
      },
    }),
  }
}
