import { type SqlBool, sql } from 'kysely'
import { maxTagsOfSim } from '@simdeck/contract/tag-keys.ts'
import type { Db } from '../../platform/db/database.ts'
import { isUnused } from '../sql/unused-tag.ts'
import type { Tag } from './new-tags.ts'

/** All tags in the order of their keys. */
export async function selectTags(db: Db): Promise<Tag[]> {
  return db.selectFrom('sim_tags').select(['key', 'label']).orderBy('key').execute()
}

/** Locks the tags with these keys against deletion; returns the keys that exist. */
export async function lockTags(trx: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await trx.selectFrom('sim_tags').select('key').where('key', 'in', keys).orderBy('key').forKeyShare().execute()
  return rows.map(({ key }) => key)
}

/** Advisory lock for adding and deleting tags: `tags` in ASCII. */
const tagsLock = 0x74616773

/** Waits until no other transaction adds or deletes tags, and locks the others out until the transaction ends. */
export async function lockAllTags(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${tagsLock}::bigint)`.execute(trx)
}

export async function countTags(trx: Db): Promise<number> {
  const { count } = await trx
    .selectFrom('sim_tags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertTags(trx: Db, tags: readonly Tag[]): Promise<void> {
  await trx
    .insertInto('sim_tags')
    .values([...tags])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Deletes tags that no SIM has, if they are at least `minutes` old and not in `kept`. Tags that another transaction has locked stay. SIMs are read again after
 * the tags are locked, since a SIM may have got the tag meanwhile.
 */
export async function deleteUnusedTags(trx: Db, { minutes, kept }: { minutes: number; kept: readonly string[] }): Promise<void> {
  const old = sql<SqlBool>`created_at <= now() - make_interval(mins => ${minutes}::int)`
  const others = sql<SqlBool>`key <> all(${kept}::text[])`
  const unused = await trx.selectFrom('sim_tags').select('key').where(old).where(others).where(isUnused).forUpdate().skipLocked().execute()
  if (unused.length === 0) return
  const keys = unused.map(({ key }) => key)
  await trx.deleteFrom('sim_tags').where('key', 'in', keys).where(isUnused).execute()
}

/** The keys to add to SIMs and those to remove. */
export type KeyChange = { add: readonly string[]; remove: readonly string[] }

/** Changes the tags of locked SIMs. Leaves those that would have too many tags as they are, and returns their ids. */
export async function writeTags(trx: Db, ids: readonly number[], { add, remove }: KeyChange): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with wanted as materialized (
      select id, array(
        select key from unnest(tags || ${add}::text[]) key where key <> all(${remove}::text[]) group by key order by key collate "C"
      ) as next
      from sims where id = any(${ids}::bigint[])
    ),
    changed as (
      update sims set tags = next, updated_at = now() from wanted
      where sims.id = wanted.id and tags <> next and cardinality(next) <= ${maxTagsOfSim}
    )
    select id from wanted where cardinality(next) > ${maxTagsOfSim}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** A SIM, locked, with the texts of its tags. */
export async function lockTaggedSim(trx: Db, id: number) {
  return trx
    .selectFrom('sims')
    .select(['iccid', 'device_alias', sql<string[]>`sim_tag_labels(tags)`.as('labels')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
