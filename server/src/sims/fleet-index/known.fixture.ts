import type { Db } from '../../platform/db/database.ts'

/** Numbers and ids of some SIMs, and the ids of the selections, for random questions. */
export async function knownOf(db: Db) {
  const rows = await db.selectFrom('sims').select(['id', 'iccid', 'imsi', 'msisdn', 'imei']).orderBy('id').limit(40).execute()
  const selections = await db.selectFrom('sim_selections').select('id').execute()
  const numbers = rows.flatMap(({ iccid, imsi, msisdn, imei }) => [iccid, imsi, msisdn, imei].filter((one) => one !== null))
  return { numbers: ['8981', ...numbers], ids: [1, ...rows.map(({ id }) => id)], selections: [1, ...selections.map(({ id }) => id)] }
}
