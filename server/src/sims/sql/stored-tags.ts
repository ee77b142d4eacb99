import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A table with filters of the SIM list in the form of its address, of which each may name tags. */
export type StoredFilters = { table: 'sim_views' | 'alert_rules'; column: 'search' | 'filter' }
/** The tags of one of the filters, as `joinedTexts` joins them. */
export type StoredTags = { id: number; tags: string }

export async function selectStoredTags(db: Db, { table, column }: StoredFilters): Promise<StoredTags[]> {
  const { rows } = await sql<StoredTags>`
    select id, ${sql.ref(column)} ->> 'tags' as tags from ${sql.table(table)} where ${sql.ref(column)} ? 'tags' order by id`.execute(db)
  return rows
}

/** As `selectStoredTags`, and locks the filters against other changes. */
export async function lockStoredTags(trx: Db, { table, column }: StoredFilters): Promise<StoredTags[]> {
  const { rows } = await sql<StoredTags>`
    select id, ${sql.ref(column)} ->> 'tags' as tags from ${sql.table(table)} where ${sql.ref(column)} ? 'tags'
    order by id for no key update`.execute(trx)
  return rows
}

export async function writeStoredTags(trx: Db, { table, column }: StoredFilters, rows: readonly StoredTags[]): Promise<void> {
  await sql`
    update ${sql.table(table)} stored set ${sql.ref(column)} = jsonb_set(${sql.ref(`stored.${column}`)}, '{tags}', to_jsonb(changed.tags))
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ tags }) => tags)}::text[]) as changed(id, tags)
    where stored.id = changed.id`.execute(trx)
}
