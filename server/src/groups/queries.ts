import { type Insertable, type Selectable, sql } from 'kysely'
import type { Group, groupSortFields } from '@simdeck/contract/groups.ts'
import type { Db } from '../platform/db/database.ts'
import { likePart } from '../platform/db/like.ts'
import type { Database } from '../platform/db/schema.ts'

const shown = (db: Db) => db.selectFrom('groups').select(['id', 'name', 'type', 'phone_number', 'address', 'created_at'])

export type GroupRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>
export type GroupContent = Pick<Insertable<Database['groups']>, 'name' | 'phone_number' | 'address'> & { type: Group['type'] }

/** The figures of groups besides the number of their SIMs. */
export const figureNames = ['online', 'expected', 'silent', 'failed_applets', 'failed_pollers'] as const
export type FigureName = (typeof figureNames)[number]

/** The figures of the groups that have SIMs, side by side. */
export type GroupFigures = { ids: readonly number[]; size: readonly number[] } & Record<FigureName, readonly number[]>
export type GroupFilter = { name?: string | undefined; search?: string | undefined; type?: readonly ('1' | '2')[] | undefined }
export type FiguredRow = GroupRow & Record<'size' | FigureName, number>

function matching({ name, search, type = [] }: GroupFilter) {
  const sought = search === undefined ? undefined : likePart(search)
  return sql<boolean>`${name === undefined ? sql`true` : sql`groups.name ilike ${likePart(name)}`}
    and ${sought === undefined ? sql`true` : sql`(groups.name ilike ${sought} or address ilike ${sought} or phone_number ilike ${sought})`}
    and ${type.length === 0 ? sql`true` : sql`type = any(${type.map(Number)}::int[])`}`
}

export async function countGroups(db: Db, filter: GroupFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from groups where ${matching(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Texts sort without regard to case. */
const sortKeys = {
  name: sql`lower(groups.name)`,
  type: sql`type`,
  size: sql`size`,
  online: sql`online`,
  silent: sql`silent`,
  failed_applets: sql`failed_applets`,
  failed_pollers: sql`failed_pollers`,
  phone_number: sql`phone_number`,
  address: sql`lower(address)`,
  created: sql`created_at`,
} satisfies Record<(typeof groupSortFields)[number], unknown>
const numbers = new Set<string>(['size', ...figureNames])

/** A page of the groups with these figures; blanks come last. */
export async function selectGroupPage(
  db: Db,
  filter: GroupFilter,
  { ids, ...figures }: GroupFigures,
  page: { sort: keyof typeof sortKeys; order: 'asc' | 'desc'; take: number; skip: number },
): Promise<FiguredRow[]> {
  const order = sql.raw(page.order)
  const { rows } = await sql<FiguredRow>`
    select groups.id, name, type, phone_number, address, created_at,
      coalesce(size, 0) as size, coalesce(online, 0) as online, coalesce(expected, 0) as expected, coalesce(silent, 0) as silent,
      coalesce(failed_applets, 0) as failed_applets, coalesce(failed_pollers, 0) as failed_pollers
    from groups left join unnest(${ids}::bigint[], ${figures.size}::bigint[], ${figures.online}::bigint[], ${figures.expected}::bigint[], ${figures.silent}::bigint[],
        ${figures.failed_applets}::bigint[], ${figures.failed_pollers}::bigint[])
      as figures(group_id, size, online, expected, silent, failed_applets, failed_pollers) on figures.group_id = groups.id
    where ${matching(filter)} order by ${numbers.has(page.sort) ? sql`coalesce(${sortKeys[page.sort]}, 0)` : sortKeys[page.sort]} ${order} nulls last, groups.id ${order}
    limit ${page.take} offset ${page.skip}`.execute(db)
  return rows
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
