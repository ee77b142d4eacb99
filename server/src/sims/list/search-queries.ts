import { sql } from 'kysely'
import { type Sought, wholeSpellingsOf } from '@simdeck/contract/sim-search.ts'
import { type numberFields, simSearchFields } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { likeStart } from '../../platform/db/like.ts'
import { simsMatching } from '../sql/sims-matching.ts'

export type SearchField = (typeof simSearchFields)[number]
export type NumberField = (typeof numberFields)[number]
export type Candidate = Record<SearchField, string | null> & { id: number; iccid: string }

const columns = sql.raw('sims.id, sims.iccid, sims.imsi, sims.msisdn, sims.imei, sims.external_device_id, sims.device_alias')

export async function selectCandidates(db: Db, ids: readonly number[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`select ${columns} from sims where sims.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** SIMs that match, up to `limit`; first those with a field that begins with one of `texts`. Reads every SIM. */
export async function selectMatching(db: Db, sought: Sought, texts: readonly string[], limit: number): Promise<Candidate[]> {
  const begins = simSearchFields.map((field) => sql`lower(${sql.ref(`sims.${field}`)}) like any(${texts.map(likeStart)}::text[])`)
  const { rows } = await sql<Candidate>`
    select ${columns} from sims where ${simsMatching({ search: sought })}
    order by (${sql.join(begins, sql` or `)}) is not true, sims.id limit ${limit}`.execute(db)
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
