import type { Page } from '@simdeck/contract/list.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { timezoneOffsetMinutes } from '../ui/clock.ts'
import { usePageSize, usePersisted } from '../ui/persisted.ts'
import type { ListName, Sort } from '../ui/persisted.ts'

/** The search part of an address: plain strings, so that a person can read and write it. */
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

const noSort = 'none'

function sortIn(text: string | undefined, sortable: readonly string[]): Sort | null {
  const [column = '', order] = (text ?? '').split(':')
  if (!sortable.includes(column) || (order !== 'ASC' && order !== 'DESC')) return null
  return { column, direction: order === 'ASC' ? 'asc' : 'desc' }
}
const sortText = (sort: Sort): string => `${sort.column}:${sort.direction === 'asc' ? 'ASC' : 'DESC'}`

interface ListOptions<FilterName extends string, SortField extends string> {
  list: ListName
  filters: readonly FilterName[]
  sortable: readonly SortField[]
  /** When the user has never sorted this list. */
  defaultSort?: Sort
  /** Whether the server would take the value; a filter that someone mistyped in the address is left out. */
  valid?: (name: FilterName, value: string) => boolean
}

const anyValue = (): boolean => true

/**
 * What a list shows, kept in the address: filters, sort and page (page size and last sort are remembered in `paginate` and `sort`).
 * `query` is what the server is asked; changing a filter or the sort goes back to page 1.
 */
export function useListSearch<FilterName extends string, SortField extends string>(options: ListOptions<FilterName, SortField>) {
  const { list, filters: names, sortable, defaultSort, valid = anyValue } = options
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const pageSize = usePageSize(list)
  const lastSort = usePersisted((state) => state.sort[list])
  const { setSort: rememberSort, setPageSize: rememberPageSize } = usePersisted.getState()

  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const sort = search['sort'] === undefined ? (lastSort === undefined ? (defaultSort ?? null) : lastSort) : sortIn(search['sort'], sortable)
  const filterText = names
    .map((name) => {
      const value = search[name]?.replaceAll('\n', ' ') ?? ''
      return value !== '' && valid(name, value) ? value : ''
    })
    .join('\n')
  const filters = useMemo(() => {
    const values = filterText.split('\n')
    return Object.fromEntries(names.flatMap((name, index) => (values[index] ? [[name, values[index]]] : []))) as Partial<
      Record<FilterName, string>
    >
  }, [names, filterText])

  const change = (next: Search, replace = false): void => {
    void navigate({ to: '.', search: { ...search, page: undefined, ...next }, replace })
  }
  return {
    page,
    pageSize,
    sort,
    filters,
    filtered: Object.keys(filters).length > 0,
    query: {
      take: pageSize,
      pageIndex: page - 1,
      timezoneOffset: timezoneOffsetMinutes(),
      ...(sort && { sort: sortText(sort) as `${SortField}:${'ASC' | 'DESC'}` }),
      ...filters,
    },
    setPage: (next: number): void => change({ page: next > 1 ? String(next) : undefined }),
    setPageSize: (size: number): void => {
      rememberPageSize(list, size)
      change({}, true)
    },
    setSort: (next: Sort | null): void => {
      rememberSort(list, next)
      change({ sort: next ? sortText(next) : noSort })
    },
    setFilter: (name: FilterName, value: string | null): void => change({ [name]: value ?? undefined }, name === 'search'),
    /** Several at once; the address changes once. */
    setFilters: (values: Partial<Record<FilterName, string | null>>): void =>
      change(Object.fromEntries(Object.entries<string | null | undefined>(values).map(([name, value]) => [name, value ?? undefined]))),
    clear: (): void => change(Object.fromEntries(names.map((name) => [name, undefined]))),
    /** The page to show in the pager: the last there is, when the address names a later one. */
    pageOf: (rows: Page<unknown> | undefined): number => (rows ? Math.min(page, Math.max(1, rows.totalPages)) : page),
  }
}

/** Goes to the last page when the address names one behind it: rows were deleted, or the address is old. */
export function useKnownPage({ page, setPage }: { page: number; setPage: (page: number) => void }, rows: Page<unknown> | undefined): void {
  const last = rows && rows.totalItems > 0 ? Math.max(1, rows.totalPages) : page
  useEffect(() => {
    if (page > last) setPage(last)
  })
}
