import type { Page } from '@simdeck/contract/list.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'

/** The paging part of a list's query. */
type Paging = { take: number; skip?: number | undefined; pageIndex: number }

/** The number of rows to take and to skip; `skip` takes precedence over `pageIndex`. */
export function windowOf({ take, skip, pageIndex }: Paging): { take: number; skip: number } {
  return { take, skip: skip ?? pageIndex * take }
}

export function pageOf<Row>(data: Row[], paging: Paging, totalItems: number): Page<Row> {
  const { take, skip } = windowOf(paging)
  return { data, pageIndex: Math.floor(skip / take), totalPages: Math.ceil(totalItems / take), totalItems }
}

/** A page of a log that lists at most 1,000 rows; `counted` is the number of matches, or any number above the cap. */
export function cappedPage<Row>(data: Row[], paging: Paging, counted: number): Page<Row> {
  const page = pageOf(data, paging, Math.min(counted, logRowCap))
  return counted > logRowCap ? { ...page, capped: true } : page
}

/** A page with the time to which a search went, if it ended early. */
export const withSearchedTo = <Row>(page: Page<Row>, at: Date | null): Page<Row> =>
  at === null ? page : { ...page, searchedTo: at.toISOString() }
