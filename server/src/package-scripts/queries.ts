import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ScriptKey } from '@simdeck/contract/package-scripts.ts'
import { simVariables, type VariableValues } from '@simdeck/protocol/card-files/template.ts'
import type { Db } from '../platform/db/database.ts'
import { likePart } from '../platform/db/like.ts'
import { placeholderColumns } from '../platform/db/placeholder-columns.ts'
import type { NewPackageScript, PackageScriptRow, ScriptPurpose } from './tables.ts'

const currentOf = (db: Db, purpose: ScriptPurpose) =>
  db.selectFrom('package_scripts').where('purpose', '=', purpose).where('is_current', '=', true)

const columnsOf = (key: ScriptKey) => ({
  package_aid: key.packageAID,
  package_name: key.packageName,
  ota_version: key.otaVersion,
  instance_aid: key.appletInstanceAID,
})

/** The current script of an applet. */
export async function selectScript(db: Db, purpose: ScriptPurpose, key: ScriptKey): Promise<PackageScriptRow | undefined> {
  return currentOf(db, purpose)
    .selectAll()
    .where((where) => where.and(columnsOf(key)))
    .executeTakeFirst()
}

/** A revision of a script, current or not. */
export async function scriptById(db: Db, purpose: ScriptPurpose, id: number): Promise<PackageScriptRow | undefined> {
  return db.selectFrom('package_scripts').selectAll().where('id', '=', id).where('purpose', '=', purpose).executeTakeFirst()
}

/** True for a script whose package is registered. */
const hasPackage = sql<SqlBool>`exists (select 1 from packages p where p.package_aid = package_scripts.package_aid
  and p.name = package_scripts.package_name and p.ota_version = package_scripts.ota_version and p.deleted_at is null)`

/** Revisions by id, each with the current one of its applet; null if there is none, or if the package is deleted. */
export async function revisionsByIds(db: Db, ids: readonly number[]): Promise<(PackageScriptRow & { current_id: number | null })[]> {
  const currentId = sql<number | null>`(select c.id from package_scripts c where c.purpose = package_scripts.purpose and c.is_current
    and c.package_aid = package_scripts.package_aid and c.package_name = package_scripts.package_name
    and c.ota_version = package_scripts.ota_version and c.instance_aid = package_scripts.instance_aid and ${hasPackage})`
  return db.selectFrom('package_scripts').selectAll().select(currentId.as('current_id')).where('id', 'in', ids).execute()
}

export type ScriptFilter = { search?: string | undefined; id?: number | undefined }

function matching({ search, id }: ScriptFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  if (search !== undefined)
    conditions.push(sql`(package_scripts.package_name || ' ' || package_scripts.ota_version || ' ' || package_scripts.instance_aid)
      ilike ${likePart(search)}`)
  if (id !== undefined) conditions.push(sql`package_scripts.id = ${id}`)
  return sql.join(conditions, sql` and `)
}

export async function countScripts(db: Db, purpose: ScriptPurpose, filter: ScriptFilter): Promise<number> {
  const row = await currentOf(db, purpose)
    .where(hasPackage)
    .where(matching(filter))
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

/** Current scripts of registered packages, newest first. */
export async function selectScriptPage(
  db: Db,
  purpose: ScriptPurpose,
  page: ScriptFilter & { take: number; skip: number },
): Promise<PackageScriptRow[]> {
  return currentOf(db, purpose)
    .where(hasPackage)
    .where(matching(page))
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.take)
    .offset(page.skip)
    .execute()
}

/** Ends the current script of an applet, and returns it. */
export async function endScript(trx: Db, purpose: ScriptPurpose, key: ScriptKey): Promise<PackageScriptRow | undefined> {
  return trx
    .updateTable('package_scripts')
    .set({ is_current: false })
    .where('purpose', '=', purpose)
    .where('is_current', '=', true)
    .where((where) => where.and(columnsOf(key)))
    .returningAll()
    .executeTakeFirst()
}

export async function insertScript(
  trx: Db,
  key: ScriptKey,
  script: Pick<NewPackageScript, 'purpose' | 'lines' | 'option' | 'created_by_name'>,
) {
  await trx
    .insertInto('package_scripts')
    .values({ ...columnsOf(key), ...script })
    .execute()
}

/** The package of a script: the first of those with its AID, name and version. */
export async function packageOf(db: Db, key: ScriptKey): Promise<{ id: number; applets: string[] } | undefined> {
  const { rows } = await sql<{ id: number; applets: string[] }>`
    select id, applets from packages where package_aid = ${key.packageAID} and name = ${key.packageName}
      and ota_version = ${key.otaVersion} and deleted_at is null order by id limit 1`.execute(db)
  return rows[0]
}

/** Serializes changes of the script of one applet. */
export async function lockKey(trx: Db, purpose: ScriptPurpose, key: ScriptKey): Promise<void> {
  const name = [purpose, ...Object.values(columnsOf(key))].join('/')
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

/** The values of a SIM for the variables of scripts; undefined for an unknown SIM. */
export async function valuesOfSim(db: Db, simId: number): Promise<VariableValues | undefined> {
  const values = simVariables.map((name) => sql`${placeholderColumns[name]} as ${sql.id(name)}`)
  const { rows } = await sql<VariableValues>`select ${sql.join(values)} from sims s where s.id = ${simId}`.execute(db)
  return rows[0]
}
