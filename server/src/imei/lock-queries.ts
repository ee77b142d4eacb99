import { sql } from 'kysely'
import type { SimImeiChange } from '@simdeck/contract/sim-imei.ts'
import type { CmPlatform } from '@simdeck/contract/sim-status.ts'
import type { ImeiLock, SimStatus } from '@simdeck/contract/sim-values.ts'
import type { Db } from '../platform/db/database.ts'
import type { TaskCreator } from '../tasks/task-handler.ts'

/** A SIM that polled from another device than its lock permits. */
export type Breach = {
  change_ids: number[]
  sim_id: number
  name: string
  /** False if it came back meanwhile, or its device was confirmed. */
  is_out: boolean
  imei_lock: ImeiLock
  status: SimStatus
  cm_platform: CmPlatform
  member_id: number | null
  credential_id: number | null
}

export async function hasBreaches(db: Db): Promise<boolean> {
  const pending = db.selectFrom('sim_imei_changes').select('id').where('lock_result', '=', 'pending')
  return (await pending.limit(1).execute()).length > 0
}

/** Locks the changes that are not handled yet, at most `most`. */
export async function takeBreaches(trx: Db, most: number): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with pending as materialized (
      select id, sim_id from sim_imei_changes where lock_result = 'pending' order by id limit ${most} for update skip locked)
    select p.change_ids, s.id as sim_id, coalesce(nullif(s.device_alias, ''), s.iccid) as name,
      s.imei is distinct from s.locked_imei and s.imei_lock <> 'off' as is_out, s.imei_lock, s.status, s.cm_platform,
      s.imei_lock_member as member_id, s.imei_lock_credential as credential_id
    from (select sim_id, array_agg(id) as change_ids from pending group by sim_id) p join sims s on s.id = p.sim_id order by s.id`.execute(
    trx,
  )
  return rows
}

export async function writeLockResult(trx: Db, changeIds: readonly number[], result: SimImeiChange['lock_result']): Promise<void> {
  await sql`update sim_imei_changes set lock_result = ${result} where id = any(${changeIds}::bigint[])`.execute(trx)
}

/** The member or the API ID, if it still has the permission to change SIMs. */
export async function creatorOf(
  db: Db,
  { member_id: memberId, credential_id: credentialId }: Pick<Breach, 'member_id' | 'credential_id'>,
): Promise<TaskCreator | null> {
  const mayUpdate = sql`join role_permissions using (role_id) where permission = 'SIM_UPDATE'`
  const { rows } = await sql<{ name: string; kind: 'member' | 'apiId' }>`
    select name, 'member' as kind from members ${mayUpdate} and members.id = ${memberId} and account_status = 'active'
    union all select name, 'apiId' from api_credentials ${mayUpdate} and api_credentials.id = ${credentialId}`.execute(db)
  const [row] = rows
  if (row?.kind === 'member' && memberId !== null) return { kind: 'member', memberId, name: row.name }
  if (row?.kind === 'apiId' && credentialId !== null) return { kind: 'apiId', memberId: null, credentialId, name: row.name }
  return null
}
