import { type Insertable, type Selectable, sql } from 'kysely'
import type { Group } from '@simdeck/contract/groups.ts'
import type { Db } from '../platform/db/database.ts'
import { likePart } from '../platform/db/like.ts'
import type { Database } from '../platform/db/schema.ts'

const size = sql<number>`(select count(*) from sims where sims.group_id = groups.id)`

const shown = (db: Db) =>
  db.selectFrom('groups').select(['id', 'name', 'type', 'phone_number', 'address', 'created_at']).select(size.as('size'))

export type GroupRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>
export type GroupContent = Pick<Insertable<Database['groups']>, 'name' | 'phone_number' | 'address'> & { type: Group['type'] }

const groupsMatching = (db: Db, name: string | undefined) =>
  db.selectFrom('groups').$if(name !== undefined, (query) => query.where('groups.name', 'ilike', likePart(name ?? '')))

export async function countGroups(db: Db, name: string | undefined): Promise<number> {
  const { total } = await groupsMatching(db, name)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Names sort without regard to case. */
const sortKeys = { name: sql`lower(name)`, created: sql`created_at` }

export async function selectGroupPage(
  db: Db,
  name: string | undefined,
  page: { sort: 'name' | 'created'; order: 'asc' | 'desc'; take: number; skip: number },
): Promise<GroupRow[]> {
  const ids = groupsMatching(db, name)
    .select('groups.id')
    .orderBy(sortKeys[page.sort], page.order)
    .orderBy('id', page.order)
    .limit(page.take)
    .offset(page.skip)
  return shown(db).where('groups.id', 'in', ids).orderBy(sortKeys[page.sort], page.order).orderBy('id', page.order).execute()
}

export async function selectGroup(db: Db, id: number): Promise<GroupRow | undefined> {
  return shown(db).where('groups.id', '=', id).executeTakeFirst()
}

export async function lockGroupName(trx: Db, id: number): Promise<string | undefined> {
  return (await trx.selectFrom('groups').select('name').where('id', '=', id).forKeyShare().executeTakeFirst())?.name
}

/** Throws a unique violation if a group has that name in any case of letters. */
export async function insertGroup(trx: Db, group: GroupContent): Promise<number> {
  return (await trx.insertInto('groups').values(group).returning('id').executeTakeFirstOrThrow()).id
}

/** False if the group does not exist. Throws a unique violation as `insertGroup` does. */
export async function writeGroup(trx: Db, id: number, group: GroupContent): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('groups')
    .set({ ...group, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the groups in the order of their ids; returns those that exist. */
export async function lockGroups(trx: Db, ids: readonly number[]): Promise<Selectable<Database['groups']>[]> {
  return trx.selectFrom('groups').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

export async function selectGroupName(db: Db, id: number): Promise<string | null> {
  return (await db.selectFrom('groups').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null
}

/** Deletes groups and returns the ids of their SIMs, which then have no group. */
export async function removeGroups(trx: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with held as materialized (select id from sims where group_id = any(${ids}::bigint[]) order by id for no key update)
    update sims set group_id = null, updated_at = now() from held where sims.id = held.id returning sims.id
  `.execute(trx)
  await trx.deleteFrom('groups').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}
