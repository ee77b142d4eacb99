import { type RawBuilder, sql } from 'kysely'
import { valuesKeptDays } from '@simdeck/contract/script-values.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Row } from '../../platform/db/schema.ts'
import type { ValuesRow } from './read-values.ts'

export type ValuesFileRow = Row<'script_values'>
/** The member or the API ID that uploads a file. */
export type Uploader = { memberId: number | null; credentialId: number | null }

export async function insertValues(db: Db, file: { name: string; columns: readonly string[] }, by: Uploader): Promise<number> {
  const row = await db
    .insertInto('script_values')
    .values({ file_name: file.name, columns: [...file.columns], created_by: by.memberId, api_credential_id: by.credentialId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Stores lines, and returns the ICCIDs of those whose ICCID an earlier line has. The lines have different ICCIDs. */
export async function insertRows(db: Db, valuesId: number, rows: readonly ValuesRow[]): Promise<Set<string>> {
  const lines = JSON.stringify(rows.map(({ iccid, cells }) => ({ i: iccid, c: cells })))
  const { rows: stored } = await sql<{ iccid: string }>`
    insert into script_value_rows (values_id, iccid, cells)
    select ${valuesId}, l ->> 'i', l -> 'c' from jsonb_array_elements(${lines}::jsonb) l
    on conflict do nothing returning iccid`.execute(db)
  const left = new Set(rows.map(({ iccid }) => iccid))
  for (const { iccid } of stored) left.delete(iccid)
  return left
}

/** Makes an uploaded file usable, and ends the oldest unused ones of its uploader beyond `maxUnused`. */
export async function finishValues(trx: Db, id: number, rows: number, maxUnused: number): Promise<ValuesFileRow> {
  const row = await trx
    .updateTable('script_values')
    .set({ state: 'ready', rows })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await expire(
    trx,
    sql`id in (select id from script_values v where state = 'ready' and created_by is not distinct from ${row.created_by}
      and api_credential_id is not distinct from ${row.api_credential_id}
      and not exists (select from script_value_uses u where u.values_id = v.id)
      order by id desc offset ${maxUnused})`,
  )
  return row
}

/** True for a file `v` that a campaign needs: one that has not ended, or whose failed SIMs may run again. */
const isNeeded = sql`exists (
  select from script_value_uses u join campaigns c on c.id = u.campaign_id
  where u.values_id = v.id and (c.finished_at is null or c.finished_at > now() - ${`${valuesKeptDays} days`}::interval))`

/** Ends those files that no campaign needs, even if one starts at the same time: the lock precedes the look at the campaigns. */
async function expire(trx: Db, candidates: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from script_values where ${candidates} for update skip locked`.execute(trx)
  const ids = rows.map(({ id }) => id)
  await sql`update script_values v set state = 'expired' where id = any(${ids}::bigint[]) and not ${isNeeded}`.execute(trx)
}

export async function endValues(db: Db, id: number): Promise<void> {
  await db.updateTable('script_values').set({ state: 'expired' }).where('id', '=', id).execute()
}

/** A usable file, locked against its deletion until the transaction ends. */
export async function selectValues(db: Db, id: number): Promise<ValuesFileRow | undefined> {
  const found = db.selectFrom('script_values').selectAll().where('id', '=', id).where('state', '=', 'ready')
  return (db.isTransaction ? found.forShare() : found).executeTakeFirst()
}

/** True if a campaign has used the file; with a script, if one has sent this revision with it. */
export async function isUsed(db: Db, valuesId: number, scriptId: number | null): Promise<boolean> {
  const row = await db
    .selectFrom('script_value_uses')
    .select('campaign_id')
    .where('values_id', '=', valuesId)
    .$if(scriptId !== null, (query) => query.where('script_id', '=', scriptId!))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertUse(trx: Db, use: { values_id: number; campaign_id: number; script_id: number }): Promise<void> {
  await trx.insertInto('script_value_uses').values(use).execute()
}

/** The cells of a SIM; undefined for a SIM without a line. */
export async function selectCells(db: Db, valuesId: number, simId: number): Promise<readonly (string | null)[] | undefined> {
  const row = await db
    .selectFrom('script_value_rows')
    .innerJoin('sims', 'sims.iccid', 'script_value_rows.iccid')
    .select('cells')
    .where('values_id', '=', valuesId)
    .where('sims.id', '=', simId)
    .executeTakeFirst()
  return row?.cells
}

/** Ends the files that nobody needs: abandoned uploads, unused ones of yesterday, and those whose campaigns ended long ago. */
export async function expireValues(db: Db): Promise<void> {
  const old = sql`state <> 'expired' and created_at < now() - interval '1 day'`
  await db.transaction().execute((trx) => expire(trx, old))
}

/** Deletes up to `limit` lines of ended files; false if there were fewer, and then deletes the files too. */
export async function deleteExpired(db: Db, limit: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from script_value_rows where ctid = any(array(
      select r.ctid from script_values v join script_value_rows r on r.values_id = v.id where v.state = 'expired' limit ${limit}))`.execute(
    db,
  )
  if (Number(numAffectedRows) === limit) return true
  await sql`delete from script_values v where state = 'expired' and not exists (
    select from script_value_rows r where r.values_id = v.id)`.execute(db)
  return false
}
