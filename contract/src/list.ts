import { z } from 'zod'

export const pageSizes = [5, 10, 15, 20, 25, 50, 100] as const
export const defaultPageSize = 20

/**
 * The query fields of all lists. `skip` wins over `pageIndex` (from 0). `timezoneOffset` is in minutes as JavaScript gives it (−540 in
 * Japan).
 */
const paging = {
  take: z.coerce.number().int().min(1).max(100).default(defaultPageSize),
  skip: z.coerce.number().int().min(0).optional(),
  pageIndex: z.coerce.number().int().min(0).default(0),
  timezoneOffset: z.coerce.number().int().min(-900).max(900).optional(),
}

/** The query of a list: paging, `sort=field:ASC|DESC` over the named fields, and the list's own filters. */
export function listQuery<Filters extends z.ZodRawShape>(sortable: readonly string[], filters: Filters) {
  const orders = sortable.flatMap((field) => [`${field}:ASC`, `${field}:DESC`])
  return z.strictObject({ ...paging, sort: z.enum(orders).optional(), ...filters })
}

/**
 * The paging of long lists. They count exactly up to a limit; beyond it `totalItems` is an estimate. The cursors beside the rows lead to
 * the next and the previous page (null where there is none).
 */
export type Page<Row> = {
  data: Row[]
  pageIndex: number
  totalPages: number
  totalItems: number
  totalIsEstimate?: boolean
  nextCursor?: string | null
  previousCursor?: string | null
}

/** The number of pages of a long list that `pageIndex` and `skip` can open. Later pages need a cursor. */
export const numberedPages = 500

/**
 * A cursor from another page, or `last` for the end of the list. It wins over `skip` and `pageIndex`, and needs the same filters and sort.
 */
export const pageCursor = z
  .string()
  .regex(/^(last|[A-Za-z0-9_-]{1,600})$/)
  .optional()

/** Splits `field:ASC`. */
export function sortOf(sort: string | undefined): { field: string; order: 'ASC' | 'DESC' } | null {
  const [field, order] = (sort ?? '').split(':')
  return field && (order === 'ASC' || order === 'DESC') ? { field, order } : null
}

/** A comma-separated filter value, parsed into a list. Its length allows each value twice. */
export const commaSeparated = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .string()
    .max(2 * values.join(',').length)
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(z.enum(values)))
    .optional()
