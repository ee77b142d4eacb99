import { type RawBuilder, sql } from 'kysely'
import { wholeSpellingsOf, type Words } from '@simdeck/contract/sim-search.ts'
import type { numberFields, simSearchFields } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { simsMatching, textHolds } from '../sql/sims-matching.ts'

export type SearchField = (typeof simSearchFields)[number]
export type NumberField = (typeof numberFields)[number]
export type Candidate = Record<SearchField, string | null> & { id: number; iccid: string }

const columns = sql.raw('sims.id, sims.iccid, sims.imsi, sims.msisdn, sims.imei, sims.external_device_id, sims.device_alias')

/** For each of these, SIMs whose field starts with that text, up to `limit`, an exact match first. */
export async function selectBeginningWith(
  db: Db,
  beginnings: readonly { field: SearchField; text: string }[],
  limit: number,
): Promise<Candidate[]> {
  const parts = beginnings.map(({ field, text }) => {
    // The index of the ICCID, which has digits only, uses the collation of the database.
    const column: RawBuilder<unknown> = field === 'iccid' ? sql`sims.iccid` : sql`sims.${sql.raw(field)} collate "C"`
    return sql`(select ${columns} from sims where ${column} >= ${text} and ${column} < ${endOf(text)} order by ${column} limit ${limit})`
  })
  const { rows } = await sql<Candidate>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

/** A text that sorts after all texts that start with this one. */
const endOf = (text: string): string => `${text}\u{10FFFF}`

/** SIMs that contain the words, up to `limit`; `among` limits the number of examined SIMs, null for no limit. */
export async function selectHolding(db: Db, words: Words, { limit, among }: { limit: number; among: number | null }): Promise<Candidate[]> {
  const texts = among === null ? sql`sim_texts` : sql`(select * from sim_texts order by sim_id limit ${among}) sim_texts`
  const { rows } = await sql<Candidate>`
    with found as materialized (select sim_id from ${texts} where ${textHolds(words)} limit ${limit})
    select ${columns} from found join sims on sims.id = found.sim_id`.execute(db)
  return rows
}

/** SIMs that have one of the numbers, up to `limit`. */
export async function selectNumbered(db: Db, numbers: readonly string[], limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`select ${columns} from sims where ${simsMatching({ search: { numbers } })} limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Those of the numbers that no SIM has in `field`, or in any number field if it is null. */
export async function selectUnknown(db: Db, numbers: readonly string[], field: NumberField | null): Promise<string[]> {
  const { rows } = await sql<Pick<Candidate, NumberField | 'external_device_id'>>`
    select sims.iccid, sims.imsi, sims.msisdn, sims.imei, sims.external_device_id from sims
    where ${simsMatching(field === null ? { search: { numbers } } : { [field]: { numbers } })}`.execute(db)
  const known = new Set(rows.flatMap((row) => (field === null ? Object.values(row) : [row[field]])))
  return numbers.filter((number) => !wholeSpellingsOf(number).some((spelling) => known.has(spelling)))
}

export async function selectUnknownIds(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select asked.id from unnest(${ids}::bigint[]) with ordinality asked(id, place)
    where not exists (select from sims where sims.id = asked.id) order by asked.place`.execute(db)
  return rows.map(({ id }) => id)
}
