import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'

/** A row of the raw OTA service log. */
export type LogRow = Selectable<Database['raw_ota_service_logs']>

export type LogFilter = { simId: number | undefined; sessionId: number | undefined }

const matching = (db: Db, filter: LogFilter) =>
  db
    .selectFrom('raw_ota_service_logs')
    .$if(filter.simId !== undefined, (query) => query.where('sim_id', '=', filter.simId ?? 0))
    .$if(filter.sessionId !== undefined, (query) => query.where('session_id', '=', filter.sessionId ?? 0))

/** The number of rows that match, at most `cap`. */
export async function countLogs(db: Db, filter: LogFilter, cap: number): Promise<number> {
  const row = await db
    .selectFrom(
      matching(db, filter)
        .select(sql<number>`1`.as('one'))
        .limit(cap)
        .as('some'),
    )
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

export async function selectLogs(
  db: Db,
  filter: LogFilter,
  page: { order: 'asc' | 'desc'; take: number; skip: number; cap: number },
): Promise<LogRow[]> {
  return matching(db, filter)
    .selectAll()
    .orderBy('at', page.order)
    .orderBy('id', page.order)
    .limit(Math.max(0, Math.min(page.take, page.cap - page.skip)))
    .offset(page.skip)
    .execute()
}
