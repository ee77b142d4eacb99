import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The OTAs of these ids with their SIMs. */
export async function simsOfJobs(db: Db, jobIds: readonly number[]): Promise<{ id: number; sim_id: number }[]> {
  return db
    .selectFrom('ota_jobs')
    .select(['id', 'sim_id'])
    .where(sql<SqlBool>`id = any(${jobIds})`)
    .execute()
}
