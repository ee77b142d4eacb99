import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema.ts'

export type ResultRow = Selectable<Database['task_results']>
export type Outcome = ResultRow['outcome']
/** Results are counted up to this number; the CSV contains all of them. */
const maxCounted = 100_000

const resultsOf = (db: Db, taskId: number, outcomes: readonly Outcome[]) =>
  db.selectFrom('task_results').where('task_id', '=', taskId).where('outcome', 'in', outcomes)

export async function selectResultPage(
  db: Db,
  taskId: number,
  page: { outcomes: readonly Outcome[]; order: 'asc' | 'desc'; take: number; skip: number },
): Promise<ResultRow[]> {
  return resultsOf(db, taskId, page.outcomes).selectAll().orderBy('n', page.order).limit(page.take).offset(page.skip).execute()
}

/** The number of results, at most `maxCounted`. */
export async function countResults(db: Db, taskId: number, outcomes: readonly Outcome[]): Promise<number> {
  const { total } = await db
    .selectFrom(resultsOf(db, taskId, outcomes).select('n').limit(maxCounted).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The next results after number `n`, of one outcome or of both. */
export async function selectResultsAfter(
  db: Db,
  { taskId, outcome }: { taskId: number; outcome: Outcome | undefined },
  n: number,
  take: number,
): Promise<ResultRow[]> {
  return db
    .selectFrom('task_results')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('n', '>', n)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome!))
    .orderBy('n')
    .limit(take)
    .execute()
}
