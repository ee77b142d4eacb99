import { z } from 'zod'

export const pageSizes = [5, 10, 15, 20, 25, 50, 100] as const
export const defaultPageSize = 20

/**
 * The offsets of time zones in minutes, as `Date.getTimezoneOffset` returns them (−540 in Japan). All that are in use are multiples of 15
 * from UTC+14 to UTC−12, so a caller can ask for 105 different days at most.
 */
export const zoneOffsets = { least: -840, most: 720, step: 15 } as const
const { least, most, step } = zoneOffsets
export const zoneOffset = z.number().int().min(least).max(most).multipleOf(step)
export const zoneOffsetInAddress = z.coerce.number().int().min(least).max(most).multipleOf(step)

/** The query fields of all lists. `skip` wins over `pageIndex` (from 0). */
const paging = {
  take: z.coerce.number().int().min(1).max(100).default(defaultPageSize),
  skip: z.coerce.number().int().min(0).optional(),
  pageIndex: z.coerce.number().int().min(0).default(0),
  timezoneOffset: zoneOffsetInAddress.optional(),
}

/** The query of a list: paging, `sort=field:ASC|DESC` over the named fields, and the list's own filters. */
export function listQuery<Filters extends z.ZodRawShape>(sortable: readonly string[], filters: Filters) {
  const orders = sortable.flatMap((field) => [`${field}:ASC`, `${field}:DESC`])
  return z.strictObject({ ...paging, sort: z.enum(orders).optional(), ...filters })
}

/** One page of a list. `totalItems` is exact. */
export type Page<Row> = {
  data: Row[]
  pageIndex: number
  totalPages: number
  totalItems: number
  /** Present while many changes are missing in the list: the time up to which its order and its total include every change. */
  asOf?: string
  /** Present if a log has more matches than the 1,000 that it lists. */
  capped?: true
  /** Present if a search of a log ended before the oldest record that it could have found: the time of the last one that it read. */
  searchedTo?: string
}

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

/** Joins texts as `textsOf` reads them. */
export const joinedTexts = (texts: readonly string[]): string => texts.map((text) => text.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',')

/** Splits at commas; a comma or a backslash after a backslash belongs to the text. Leaves out empty texts, and spaces around each. */
export function splitTexts(joined: string): string[] {
  const texts = joined.match(/(?:[^\\,]|\\[^]|\\$)+/g) ?? []
  return texts.map((text) => text.replaceAll(/\\([\\,])/g, '$1').trim()).filter((text) => text !== '')
}

/** The maximum number of texts in one filter. */
export const maxTexts = 100

/** A filter value of one or several texts of at most `max` characters, joined by `joinedTexts`. */
export const textsOf = (max: number) =>
  z
    .string()
    .max(2 * maxTexts * (max + 1))
    .transform(splitTexts)
    .pipe(z.array(z.string().max(max)).min(1).max(maxTexts))
    .optional()
