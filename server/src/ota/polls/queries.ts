import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { due } from '../../db/workable.ts'

export type PollRow = {
  iccid: string
  simId: number
  counter: number
  capAuthKey: Buffer
  encryptKey: Buffer
  hasWork: boolean
  encRequired: boolean
}

/** Setting "2": SIMs whose poller was told to may poll without encryption. */
const plainPolls = sql`(select value from settings where key = 'system_ota_allow_plain_polls' and type = 1
  order by updated_at desc, id desc limit 1)`

export async function pollRows(db: Db, which: { after: number; limit: number } | { simIds: readonly number[] }): Promise<PollRow[]> {
  const where = 'simIds' in which ? sql`s.id = any(${which.simIds})` : sql`s.id > ${which.after}`
  const limit = 'simIds' in which ? sql`` : sql`limit ${which.limit}`
  const { rows } = await sql<PollRow>`
    select s.iccid, s.id as "simId", coalesce(p.poll_counter, -1) as counter, k.cap_auth_key as "capAuthKey", k.encrypt_key as "encryptKey",
      exists (select 1 from ota_jobs j where j.sim_id = s.id and ${due('j')}) as "hasWork",
      s.poller_encryption or ${plainPolls} is distinct from '2' as "encRequired"
    from sims s join sim_keys k on k.sim_id = s.id left join sim_polls p on p.sim_id = s.id
    where ${where} order by s.id ${limit}`.execute(db)
  return rows
}

/** SIMs with OTAs that a session may go on with. */
export async function simsWithWork(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(distinct j.sim_id) as ids from ota_jobs j where ${due('j')}`.execute(db)
  return rows[0]?.ids ?? []
}
