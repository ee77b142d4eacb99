import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A sample; `at` is ISO 8601. */
export type SampleRow = { at: string; rsrp: number | null; rsrq: number | null }

/** The samples of a SIM since a time, oldest first. Null if there is no such SIM. */
export async function selectSamples(db: Db, simId: number, since: Date): Promise<SampleRow[] | null> {
  const { rows } = await sql<{ samples: SampleRow[] }>`
    select coalesce((
      select jsonb_agg(jsonb_build_object('at', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'rsrp', rsrp, 'rsrq', rsrq)
        order by at)
      from signal_samples where sim_id = sims.id and at >= ${since}), '[]') as samples
    from sims where id = ${simId}`.execute(db)
  return rows[0]?.samples ?? null
}
