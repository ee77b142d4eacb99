import type { Page } from '@simdeck/contract/list.ts'
import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { pageOf, windowOf } from '../../platform/http/paging.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { simsByIds } from '../sims.ts'
import { bySql } from './by-sql.ts'

/** A page of the SIMs that match, with their exact number. The index finds the page; without it, PostgreSQL reads every SIM. */
export async function listSims(db: Db, index: FleetIndex, query: QueryOf<typeof endpoints.listSims>, asker: Asker): Promise<Page<Sim>> {
  const { sort, take: _take, skip: _skip, pageIndex: _pageIndex, timezoneOffset: _offset, ...filter } = query
  const { take, skip } = windowOf(query)
  const { ids, total, asOf } = (await index.page({ filter, sort, skip, take }, asker)) ?? {
    ...(await bySql.page(db, { filter, sort, skip, take })),
    asOf: undefined,
  }
  const sims = new Map((await simsByIds(db, ids)).map((sim) => [sim.id, sim]))
  // A SIM that was deleted since its page was found is absent.
  const rows = ids.flatMap((id) => sims.get(id) ?? [])
  return { ...pageOf(rows, query, total), ...(asOf && { asOf: asOf.toISOString() }) }
}
