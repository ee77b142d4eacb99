import { type RawBuilder, sql } from 'kysely'
import type { simSearchFields } from '@simdeck/contract/sims.ts'
import type { Db } from '../../db/database.ts'
import { textHolds } from '../../db/sims-matching.ts'

export type SearchField = (typeof simSearchFields)[number]
export type Candidate = Record<SearchField, string | null> & { id: number; iccid: string }

const columns = sql.raw('sims.id, sims.iccid, sims.imsi, sims.msisdn, sims.imei, sims.external_device_id, sims.device_alias')

/** Of each of these, the SIMs whose field begins with that text, up to `limit`: the text itself first. */
export async function selectBeginningWith(
  db: Db,
  beginnings: readonly { field: SearchField; text: string }[],
  limit: number,
): Promise<Candidate[]> {
  const parts = beginnings.map(({ field, text }) => {
    // The index of the ICCID, which is digits alone, has the collation of the database.
    const column: RawBuilder<unknown> = field === 'iccid' ? sql`sims.iccid` : sql`sims.${sql.raw(field)} collate "C"`
    return sql`(select ${columns} from sims where ${column} >= ${text} and ${column} < ${endOf(text)} order by ${column} limit ${limit})`
  })
  const { rows } = await sql<Candidate>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

/** Comes after all texts that begin with this one. */
const endOf = (text: string): string => `${text}\u{10FFFF}`

/** Some SIMs that hold the text, up to `limit`; only `among` so many are looked at where that is not null. */
export async function selectHolding(db: Db, text: string, { limit, among }: { limit: number; among: number | null }): Promise<Candidate[]> {
  const texts = among === null ? sql`sim_texts` : sql`(select * from sim_texts order by sim_id limit ${among}) sim_texts`
  const { rows } = await sql<Candidate>`
    with found as materialized (select sim_id from ${texts} where ${textHolds(text)} limit ${limit})
    select ${columns} from found join sims on sims.id = found.sim_id`.execute(db)
  return rows
}
