import { numberedPages, type Page, sortOf } from '@simdeck/contract/list.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { byId, type SimSortField, simSortKeys } from '../sql/sim-sort-keys.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { simShape } from '../sim-shape.ts'
import { cursorOf, listOf, type PageStart, pageStartOf } from './cursor.ts'
import { countSection, isCutShort, type ListedRow, selectNamesLike, selectSection, type Section } from './queries.ts'
import { narrows, totalOf } from './total.ts'
import { matchingInOther, plainIndexScan, type Plan, plansFor } from './plans.ts'

/**
 * A page of the SIMs that match, by its number up to the 500th, or by a cursor for the page before or after. Throws
 * `ApiError('pageTooDeep')`, and `ApiError('invalidInput')` for a cursor of another list.
 */
export async function listSims(db: Db, query: QueryOf<typeof endpoints.listSims>): Promise<Page<Sim>> {
  const { sort, cursor, take, skip: _skip, pageIndex: _pageIndex, timezoneOffset: _offset, ...filter } = query
  const { skip } = windowOf(query)
  if (cursor === undefined && skip >= numberedPages * take) throw new ApiError('pageTooDeep')
  const order = sortOf(sort)
  const sortKey = order ? simSortKeys[order.field as SimSortField] : byId
  const list = listOf(sort, filter)
  const start: PageStart = cursor === undefined ? { backward: false, from: null } : pageStartOf(cursor, list, sortKey)
  const leftOut = cursor === undefined ? skip : 0

  // The cheapest plan depends on the number of matches, unless all SIMs match.
  const counting = totalOf(db, filter)
  const choosePlans = async (): Promise<Plan[]> => {
    if (!narrows(filter)) return [plainIndexScan]
    const [total, inOther] = await Promise.all([counting, matchingInOther(db, filter, sortKey)])
    return plansFor({ filter, sortKey, total, inOther, rows: leftOut + take })
  }
  const namedOnes = sortKey.column === 'other_applet_name' && filter.applet !== undefined ? selectNamesLike(db, filter.applet) : null
  const [plans, named] = await Promise.all([choosePlans(), namedOnes])
  const sorted = { filter, sortKey, named, descending: order?.order === 'DESC' }
  const [total, rows] = await Promise.all([counting, readRows(db, sorted, plans, start, { take: take + 1, skip: leftOut })])
  const goesOn = rows.length > take
  const shown = rows.slice(0, take)
  if (start.backward) shown.reverse()

  const cursorAt = (row: ListedRow | undefined, backward: boolean) =>
    row ? cursorOf(list, { backward, from: { value: row.sort_value, id: row.id } }) : null
  const hasPrevious = start.backward ? goesOn : leftOut > 0 || start.from !== null
  const hasNext = start.backward ? start.from !== null : goesOn
  const least = leftOut + rows.length
  const totalItems = total.isEstimate ? Math.max(total.items, least) : total.items
  return {
    data: shown.map(simShape),
    pageIndex: Math.floor(skip / take),
    totalPages: Math.ceil(totalItems / take),
    totalItems,
    ...(total.isEstimate && { totalIsEstimate: true }),
    nextCursor: hasNext ? cursorAt(shown.at(-1), false) : null,
    previousCursor: hasPrevious ? (cursorAt(shown[0], true) ?? 'last') : null,
  }
}

type List = Pick<Section, 'filter' | 'sortKey' | 'descending' | 'named'>
type Window = { take: number; skip: number }

/** Rows in the order of the scan: those with a value before the blanks; backwards, after them. */
async function readRows(db: Db, list: List, plans: readonly Plan[], start: PageStart, { take, skip }: Window): Promise<ListedRow[]> {
  const remaining = [...plans]
  const sectionOf = (blank: boolean | null): Section => {
    const after = start.from && (start.from.value === null) === blank ? start.from : null
    return { ...list, ...remaining[0]!, descending: list.descending !== start.backward, blank, after }
  }
  /** Gives a scan up after its maximum of SIMs and uses the next plan, here and for the rest of the page. */
  const rowsOf = async (blank: boolean, window: Window): Promise<ListedRow[]> => {
    const asked = sectionOf(blank)
    const rows = await selectSection(db, asked, window)
    if (rows.length === window.take || remaining.length === 1 || !(await isCutShort(db, asked))) return rows
    remaining.shift()
    return rowsOf(blank, window)
  }
  if (!list.sortKey.blanks) return rowsOf(false, { take, skip })
  const isNumbered = start.from === null && !start.backward
  if (remaining[0]!.by === 'filter' && isNumbered) return selectSection(db, sectionOf(null), { take, skip })
  const firstIsBlank = start.backward
  const startsInSecond = start.from !== null && (start.from.value === null) !== firstIsBlank
  const rows = startsInSecond ? [] : await rowsOf(firstIsBlank, { take, skip })
  if (rows.length === take) return rows
  const before = rows.length > 0 || skip === 0 ? skip : await countSection(db, sectionOf(firstIsBlank), skip)
  const rest = { take: take - rows.length, skip: rows.length > 0 ? 0 : skip - before }
  return [...rows, ...(await rowsOf(!firstIsBlank, rest))]
}
