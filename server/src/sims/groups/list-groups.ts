import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { groupSortFields, ListedGroup } from '@simdeck/contract/groups.ts'
import { type Page, sortOf } from '@simdeck/contract/list.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import { groupPage } from '../../groups/groups.ts'
import type { Db } from '../../platform/db/database.ts'
import { pageOf, windowOf } from '../../platform/http/paging.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { silentFilter, silentIntervals } from '../silent-intervals.ts'
import { countsByGroup } from './counts-by-group.ts'
import { onlineFilter } from './figures.ts'

/** A page of the groups. Their SIMs are counted by the index; without it, PostgreSQL reads every SIM. */
export async function listGroups(
  db: Db,
  index: FleetIndex,
  query: QueryOf<typeof endpoints.listGroups>,
  asker: Asker,
): Promise<Page<ListedGroup>> {
  const sort = sortOf(query.sort)
  const field = (sort?.field ?? 'name') as (typeof groupSortFields)[number]
  const hasFigures = query.figures !== undefined || field === 'online' || field === 'silent'
  const countsOf = (filter: SimFilter) => countsByGroup(db, index, filter, asker)
  const sizes = await countsOf({})
  const figures = hasFigures ? [await countsOf(onlineFilter), await countsOf(silentFilter(await silentIntervals(db)))] : []
  const ids = [...sizes.keys()].filter((id) => id !== 0)
  const [onlineOf, silentOf] = [0, 1].map((at) => ids.map((id) => figures[at]?.get(id) ?? 0)) as [number[], number[]]
  const { rows, total } = await groupPage(
    db,
    query,
    { ids, sizes: ids.map((id) => sizes.get(id) ?? 0), online: onlineOf, silent: silentOf },
    { sort: field, order: sort?.order === 'DESC' ? 'desc' : 'asc', ...windowOf(query) },
  )
  return pageOf(hasFigures ? rows : rows.map((row) => ({ ...row, online: null, silent: null })), query, total)
}
