import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import { type Page, sortOf } from '@simdeck/contract/list.ts'
import type { TaskResult } from '@simdeck/contract/tasks.ts'
import type { Db } from '../../platform/db/database.ts'
import { pageOf, windowOf } from '../../platform/http/paging.ts'
import type { ReasonText } from '../task-handler.ts'
import { countResults, selectResultPage } from './queries.ts'

/** A page of the results of a task. */
export async function resultPage(
  db: Db,
  taskId: number,
  query: QueryOf<typeof endpoints.listTaskResults>,
  textOf: ReasonText,
): Promise<Page<TaskResult>> {
  const outcomes = query.outcome ?? (['done', 'refused'] as const)
  const order = sortOf(query.sort)?.order === 'DESC' ? 'desc' : 'asc'
  const [total, rows] = await Promise.all([
    countResults(db, taskId, outcomes),
    selectResultPage(db, taskId, { outcomes, order, ...windowOf(query) }),
  ])
  const results = rows.map((row) => ({
    line: row.line,
    column: row.column_name,
    simId: row.sim_id,
    iccid: row.iccid,
    outcome: row.outcome,
    message: textOf(row.reason),
  }))
  return pageOf(results, query, total)
}
