import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import type { Db } from '../platform/db/database.ts'
import { likePart } from '../platform/db/like.ts'
import type { ActionLogRow } from '../platform/db/schema.ts'

export type ActionFilter = Pick<
  QueryOf<typeof endpoints.listSystemLogs>,
  'title' | 'message' | 'status' | 'client_type' | 'created_start' | 'created_end'
>

const firstFailure = 400

function matching(filter: ActionFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  const add = (condition: RawBuilder<SqlBool>) => conditions.push(condition)
  if (filter.title) add(sql`action = ${filter.title}`)
  if (filter.message) add(sql`(url ilike ${likePart(filter.message)} or message ilike ${likePart(filter.message)})`)
  if (filter.status) add(filter.status === 'failure' ? sql`status >= ${firstFailure}` : sql`status < ${firstFailure}`)
  if (filter.client_type) add(sql`client_type = ${filter.client_type}`)
  if (filter.created_start) add(sql`request_at >= ${filter.created_start}`)
  if (filter.created_end) add(sql`request_at <= ${filter.created_end}`)
  return sql.join(conditions, sql` and `)
}

/** The newest rows that match, limited to the cap. */
const newest = (db: Db, filter: ActionFilter) =>
  db.selectFrom('action_logs').where(matching(filter)).orderBy('request_at', 'desc').orderBy('id', 'desc').limit(logRowCap)

export async function countActions(db: Db, filter: ActionFilter): Promise<number> {
  const row = await db
    .selectFrom(newest(db, filter).select('id').as('newest'))
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

export async function selectActions(
  db: Db,
  filter: ActionFilter,
  page: { order: 'asc' | 'desc'; take: number; skip: number },
): Promise<ActionLogRow[]> {
  return db
    .selectFrom(newest(db, filter).selectAll().as('newest'))
    .selectAll()
    .orderBy('request_at', page.order)
    .orderBy('id', page.order)
    .limit(page.take)
    .offset(page.skip)
    .execute()
}
