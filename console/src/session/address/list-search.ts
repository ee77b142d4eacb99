import type { Page } from '@simdeck/contract/list.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { timezoneOffsetMinutes } from '../../ui/words/clock.ts'
import { usePageSize, usePersisted } from '../../ui/table/persisted.ts'
import type { ListName, Sort } from '../../ui/table/persisted.ts'

/** Query part of an address. Its values are plain strings, so that people can read and write it. */
export type Search = { [name: string]: string | undefined }

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}

export const noSort = 'none'

function sortIn(text: string | undefined, sortable: readonly string[]): Sort | null {
  const [column = '', order] = (text ?? '').split(':')
  if (!sortable.includes(column) || (order !== 'ASC' && order !== 'DESC')) return null
  return { column, direction: order === 'ASC' ? 'asc' : 'desc' }
}
/**
 * The sort that the user chose last, or `initial`. Several lists store their sort under the same name, so the stored column may be
 * one that this list does not have.
 */
export function rememberedSort(last: Sort | null | undefined, sortable: readonly string[], initial: Sort | null): Sort | null {
  if (last === null) return null
  return last && sortable.includes(last.column) ? last : initial
}

export const sortText = (sort: Sort): string => `${sort.column}:${sort.direction === 'asc' ? 'ASC' : 'DESC'}`

interface ListOptions<FilterName extends string, SortField extends string> {
  list: ListName
  filters: readonly FilterName[]
  sortable: readonly SortField[]
  /** Sort of the list until the user sorts it. */
  defaultSort?: Sort
  /** True if the server accepts the value. Filters of an address with other values are ignored. */
  valid?: (name: FilterName, value: string) => boolean
  /** The filters that take part; all by default. */
  inUse?: (filters: Partial<Record<FilterName, string>>) => Partial<Record<FilterName, string>>
}

const anyValue = (): boolean => true
const all = <Filters>(filters: Filters): Filters => filters

/**
 * State of a list in the address: filters, sort and page. A change of filters or sort returns to page 1. Page size and last sort
 * are stored in the browser (sections `paginate` and `sort`). `query` is the query for the server.
 */
export function useListSearch<FilterName extends string, SortField extends string>(options: ListOptions<FilterName, SortField>) {
  const { list, filters: names, sortable, defaultSort, valid = anyValue, inUse = all } = options
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const pageSize = usePageSize(list)
  const lastSort = usePersisted((state) => state.sort[list])
  const { setSort: rememberSort, setPageSize: rememberPageSize } = usePersisted.getState()

  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const sort = search['sort'] === undefined ? rememberedSort(lastSort, sortable, defaultSort ?? null) : sortIn(search['sort'], sortable)
  const filterText = names
    .map((name) => {
      const value = search[name]?.replaceAll('\n', ' ') ?? ''
      return value !== '' && valid(name, value) ? value : ''
    })
    .join('\n')
  const filters = useMemo(() => {
    const values = filterText.split('\n')
    const valued = names.flatMap((name, index) => (values[index] ? [[name, values[index]]] : []))
    return inUse(Object.fromEntries(valued) as Partial<Record<FilterName, string>>)
  }, [names, filterText, inUse])

  const change = (next: Search, replace = false): void => {
    // Another change may be on its way, which this render does not know.
    void navigate({ to: '.', search: (latest: Search) => ({ ...latest, page: undefined, ...next }), replace })
  }
  const setPage = (next: number): void => change({ page: next > 1 ? String(next) : undefined })
  const setPageSize = (size: number): void => {
    rememberPageSize(list, size)
    change({}, true)
  }
  return {
    page,
    pageSize,
    sort,
    filters,
    /** Filters of the address that are ignored because their values are invalid. */
    ignored: names.filter((name) => Boolean(search[name]) && !valid(name, search[name]!)),
    filtered: Object.keys(filters).length > 0,
    query: {
      take: pageSize,
      pageIndex: page - 1,
      timezoneOffset: timezoneOffsetMinutes(),
      ...(sort && { sort: sortText(sort) as `${SortField}:${'ASC' | 'DESC'}` }),
      ...filters,
    },
    setPage,
    setSort: (next: Sort | null): void => {
      rememberSort(list, next)
      change({ sort: next ? sortText(next) : noSort })
    },
    setFilter: (name: FilterName, value: string | null): void => change({ [name]: value ?? undefined }, name === 'search'),
    /** Sets several filters with one change of the address. */
    setFilters: (values: Partial<Record<FilterName, string | null>>): void =>
      change(Object.fromEntries(Object.entries<string | null | undefined>(values).map(([name, value]) => [name, value ?? undefined]))),
    clear: (): void => change(Object.fromEntries(names.map((name) => [name, undefined]))),
    /** Properties of the pager. It shows the last page if the address names a later one. */
    pagerOf: (rows: Page<unknown>, { stale, unreached }: RowsShown) => ({
      waiting: stale,
      unreached,
      page: Math.min(page, Math.max(1, rows.totalPages)),
      pageSize,
      total: rows.totalItems,
      onPage: setPage,
      onPageSize: setPageSize,
    }),
  }
}

/**
 * Relation of the shown rows to the page in the address. `stale`: they belong to another page. `unreached`: they do, because the
 * server could not be reached.
 */
export interface RowsShown {
  stale: boolean
  unreached: boolean
}

interface Shown {
  page: number
  setPage: (page: number) => void
}

/** Goes to the last page if the address names a later one, because rows were deleted or the address is old. */
export function useKnownPage({ page, setPage }: Shown, rows: Page<unknown> | undefined): void {
  const last = rows && rows.totalItems > 0 ? rows.totalPages : page
  useEffect(() => {
    if (page > last) setPage(last)
  })
}
