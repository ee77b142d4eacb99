import { sql } from 'kysely'
import { maxSimViews, type SimView } from '@simdeck/contract/sim-views.ts'
import type { Db } from '../../platform/db/database.ts'

const shown = (db: Db) =>
  db
    .selectFrom('sim_views')
    .innerJoin('members', 'members.id', 'sim_views.owner_id')
    .select(['sim_views.id', 'sim_views.name', 'shared', 'owner_id', 'members.name as owner_name', 'search', 'table_view'])

export type ViewRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>
export type ViewContent = Pick<SimView, 'name' | 'shared' | 'search' | 'table'>

const columnsOf = ({ name, shared, search, table }: ViewContent) => ({
  name,
  shared,
  search: JSON.stringify(search),
  table_view: JSON.stringify(table),
})

/** The member's own views, then those that others share, by name. */
export async function selectViews(db: Db, memberId: number): Promise<ViewRow[]> {
  return shown(db)
    .where((eb) => eb.or([eb('owner_id', '=', memberId), eb('shared', '=', true)]))
    .orderBy(sql`owner_id <> ${memberId}`)
    .orderBy(sql`lower(sim_views.name)`)
    .orderBy('sim_views.id')
    .execute()
}

export async function selectView(db: Db, id: number): Promise<ViewRow | undefined> {
  return shown(db).where('sim_views.id', '=', id).executeTakeFirst()
}

/**
 * Inserts a view; null if the member has the maximum. Requests of a member run one after the other. Throws a unique violation if the member
 * has used the name.
 */
export async function insertView(trx: Db, ownerId: number, view: ViewContent): Promise<number | null> {
  await trx.selectFrom('members').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
  const { total } = await trx
    .selectFrom('sim_views')
    .where('owner_id', '=', ownerId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total >= maxSimViews) return null
  const values = { owner_id: ownerId, ...columnsOf(view) }
  return (await trx.insertInto('sim_views').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** False if the member has no such view. Throws a unique violation as `insertView` does. */
export async function writeView(trx: Db, ownerId: number, id: number, view: ViewContent): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sim_views')
    .set(columnsOf(view))
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if the member has no such view. */
export async function removeView(trx: Db, ownerId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('sim_views').where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst()
  return numDeletedRows > 0n
}
