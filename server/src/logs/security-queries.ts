import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import type { Db } from '../platform/db/database.ts'
import type { SecurityEventRow } from '../platform/db/schema.ts'

export type SecurityFilter = Pick<
  QueryOf<typeof endpoints.listSecurityEvents>,
  'event' | 'outcome' | 'member' | 'ip' | 'client_type' | 'after' | 'created_start' | 'created_end'
> & {
  /** Pseudonym of `member` in rows about an address without a member. */
  stranger: string
}

function matching(filter: SecurityFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  const add = (condition: RawBuilder<SqlBool>) => conditions.push(condition)
  if (filter.event) add(sql`event = ${filter.event}`)
  if (filter.outcome) add(sql`outcome = ${filter.outcome}`)
  if (filter.member) {
    const email = filter.member.toLowerCase()
    add(sql`(lower(member) = ${email} or lower(target) = ${email} or stranger = ${filter.stranger})`)
  }
  if (filter.ip) add(sql`ip = ${filter.ip}`)
  if (filter.client_type) add(sql`source = ${filter.client_type}`)
  if (filter.after !== undefined) add(sql`id > ${filter.after}`)
  if (filter.created_start) add(sql`at >= ${filter.created_start}`)
  if (filter.created_end) add(sql`at <= ${filter.created_end}`)
  return sql.join(conditions, sql` and `)
}

const shown = [
  'id',
  'at',
  'last_at',
  'count',
  'event',
  'outcome',
  'detail',
  'member_id',
  'member',
  'api_credential_id',
  'api_id',
  'stranger',
  'target',
  'until',
  'ip',
  'user_agent',
  'request_id',
  'source',
  'route',
] as const

export type SecurityEventShown = Pick<SecurityEventRow, (typeof shown)[number]>

const newest = (db: Db, filter: SecurityFilter, rows: number) =>
  db
    .selectFrom('security_events')
    .where(matching(filter))
    .$if(filter.after === undefined, (all) => all.orderBy('at', 'desc'))
    .orderBy('id', 'desc')
    .limit(rows)

/** The number of rows that match, at most one more than a log lists. */
export async function countEvents(db: Db, filter: SecurityFilter): Promise<number> {
  const row = await db
    .selectFrom(
      newest(db, filter, logRowCap + 1)
        .select('id')
        .as('newest'),
    )
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

export async function selectEvents(
  db: Db,
  filter: SecurityFilter,
  page: { order: 'asc' | 'desc'; take: number; skip: number },
): Promise<SecurityEventShown[]> {
  return db
    .selectFrom(newest(db, filter, logRowCap).select(shown).as('newest'))
    .selectAll()
    .orderBy('at', page.order)
    .orderBy('id', page.order)
    .limit(page.take)
    .offset(page.skip)
    .execute()
}
