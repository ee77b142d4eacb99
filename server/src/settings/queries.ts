import { sql } from 'kysely'
import type { SettingItem } from '@simdeck/contract/init.ts'
import { type SettingKey, settingRules } from '@simdeck/contract/settings.ts'
import type { Db } from '../platform/db/database.ts'

const ofType = (keys: readonly SettingKey[], type: 1 | 2) => keys.filter((key) => settingRules[key].type === type)

/** The latest value of each key: system settings, and the member's own if there is a member. */
export async function readSettings(db: Db, keys: readonly SettingKey[], memberId: number | null): Promise<SettingItem[]> {
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .distinctOn(['type', 'key'])
    .where((where) =>
      where.or([
        where('type', '=', 1).and('key', '=', where.fn.any(where.val(ofType(keys, 1)))),
        where('type', '=', 2)
          .and('key', '=', where.fn.any(where.val(ofType(keys, 2))))
          .and('created_by', '=', memberId),
      ]),
    )
    .orderBy('type')
    .orderBy('key')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    key: row.key,
    value: row.value,
    type: row.type,
    created_by: row.created_by,
    updated_at: row.updated_at.toISOString(),
  }))
}

export type SettingChange = { key: SettingKey; value: string }

/**
 * Writes all changes or none; a user setting goes into that member's own row. A row replaces earlier rows of its key.
 * Simultaneous requests run one after the other, so that they leave neither duplicates nor a mixture. `audit` gets the values before.
 */
export async function writeSettings(
  db: Db,
  changes: readonly SettingChange[],
  memberId: number | null,
  audit: (trx: Db, former: ReadonlyMap<SettingKey, string>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(trx)
    const former = new Map<SettingKey, string>()
    for (const { key, value } of changes) {
      const { type } = settingRules[key]
      const [deleted] = await trx
        .deleteFrom('settings')
        .where('key', '=', key)
        .where('type', '=', type)
        .$if(type === 2, (query) => query.where('created_by', '=', memberId))
        .returning('value')
        .execute()
      if (deleted) former.set(key, deleted.value)
      await trx
        .insertInto('settings')
        .values({ key, value, type, created_by: memberId, updated_at: sql<Date>`clock_timestamp()` })
        .execute()
    }
    await audit(trx, former)
  })
}
