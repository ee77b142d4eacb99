import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { groupSortFields, ListedGroup } from '@simdeck/contract/groups.ts'
import { type Page, sortOf } from '@simdeck/contract/list.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import { type FigureName, figureNames, type GroupFigures, groupPage } from '../../groups/groups.ts'
import type { Db } from '../../platform/db/database.ts'
import { pageOf, windowOf } from '../../platform/http/paging.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { countsByGroup } from './counts-by-group.ts'
import { figureFilters, figuresFrom } from './figure-filters.ts'

const withoutFigures = { online: null, expected: null, silent: null, failed_applets: null, failed_pollers: null }

/** A page of the groups. Their SIMs are counted by the index; without it, PostgreSQL reads every SIM. */
export async function listGroups(
  db: Db,
  index: FleetIndex,
  query: QueryOf<typeof endpoints.listGroups>,
  asker: Asker,
): Promise<Page<ListedGroup>> {
  const sort = sortOf(query.sort)
  const field = (sort?.field ?? 'name') as (typeof groupSortFields)[number]
  const hasFigures = query.figures !== undefined || figureNames.some((name) => name === field)
  const countsOf = async (filter: SimFilter) => countsByGroup(db, index, filter, asker)
  const sizes = await countsOf({})
  const ids = [...sizes.keys()].filter((id) => id !== 0)
  const counts = hasFigures ? await countsOfAll(await figureFilters(db), countsOf) : []
  const figuresOf = ids.map((id) => figuresFrom(counts.map((byGroup) => byGroup.get(id) ?? 0)))
  const side = (name: FigureName) => figuresOf.map((figures) => figures[name])
  const figures: GroupFigures = {
    ids,
    size: ids.map((id) => sizes.get(id) ?? 0),
    online: side('online'),
    expected: side('expected'),
    silent: side('silent'),
    failed_applets: side('failed_applets'),
    failed_pollers: side('failed_pollers'),
  }
  const page = { sort: field, order: sort?.order === 'DESC' ? ('desc' as const) : ('asc' as const), ...windowOf(query) }
  const { rows, total } = await groupPage(db, query, figures, page)
  return pageOf(hasFigures ? rows : rows.map((row) => ({ ...row, ...withoutFigures })), query, total)
}

type Counts = ReadonlyMap<number, number>

/** The counts of several filters, one after the other, so that other questions to the index come between. */
async function countsOfAll(filters: readonly SimFilter[], countsOf: (filter: SimFilter) => Promise<Counts>): Promise<Counts[]> {
  const all: Counts[] = []
  for (const filter of filters) all.push(await countsOf(filter))
  return all
}
