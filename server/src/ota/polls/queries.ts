import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { limitedCampaigns } from '../../ota-kinds/sql/limited-campaigns.ts'
import { due, dueLater } from '../../ota-kinds/sql/workable.ts'

export type PollRow = {
  iccid: string
  simId: number
  counter: number
  fingerprint: Buffer
  capAuthKey: Buffer
  encryptKey: Buffer
  hasDueOta: boolean
  /** Time at which an OTA of the SIM becomes due, in ms since 1970; null for none. */
  dueAtMs: number | null
  /** The campaign of all due OTAs of the SIM, if it limits the sessions of each of them; null otherwise. */
  limitedBy: number | null
  encRequired: boolean
  /** True if the card may hold new keys, which it has not proven. */
  awaitsKeys: boolean
}

/** With setting "2", SIMs whose poller is configured for it may poll without encryption. */
const plainPolls = sql`(select value from settings where key = 'system_ota_allow_plain_polls' and type = 1
  order by updated_at desc, id desc limit 1)`

/** SIMs whose POLLs can be checked. A key without a fingerprint has no stored counter, so its POLLs are refused. */
export async function pollRows(db: Db, which: { after: number; limit: number } | { simIds: readonly number[] }): Promise<PollRow[]> {
  const where = 'simIds' in which ? sql`s.id = any(${which.simIds})` : sql`s.id > ${which.after}`
  const limit = 'simIds' in which ? sql`` : sql`limit ${which.limit}`
  const { rows } = await sql<Omit<PollRow, 'dueAtMs'> & { dueAt: Date | null }>`
    select s.iccid, s.id as "simId", coalesce(p.poll_counter, -1) as counter, k.cap_auth_fingerprint as fingerprint,
      k.cap_auth_key as "capAuthKey", k.encrypt_key as "encryptKey",
      -- PostgreSQL would compute an EXISTS for all OTAs of the installation, on every page.
      coalesce((select true from ota_jobs j where j.sim_id = s.id and ${due('j')} limit 1), false) as "hasDueOta",
      case when ${someWaits} then (select min(j.not_before) from ota_jobs j where j.sim_id = s.id and ${dueLater('j')}) end as "dueAt",
      case when exists (${limitedCampaigns}) then (
        select case when ${allLimited} and min(j.campaign_id) in (${limitedCampaigns}) then min(j.campaign_id) end
        from ota_jobs j where j.sim_id = s.id and ${due('j')}) end as "limitedBy",
      s.poller_encryption or ${plainPolls} is distinct from '2' as "encRequired",
      coalesce((select true from sim_poller_key_rotations r where r.sim_id = s.id and r.proven_at is null), false) as "awaitsKeys"
    from sims s join sim_keys k on k.sim_id = s.id left join poll_counters p on p.cap_auth_fingerprint = k.cap_auth_fingerprint
    where ${where} and k.cap_auth_fingerprint is not null order by s.id ${limit}`.execute(db)
  return rows.map(({ dueAt, ...row }) => ({ ...row, dueAtMs: dueAt?.getTime() ?? null }))
}

/** True if the OTAs are of one campaign, and none of them is sent without a slot of it (`isLimited`). */
const allLimited = sql`min(j.campaign_id) = max(j.campaign_id) and count(j.poll_by) = 0`

/** True if any OTA waits for its next attempt. PostgreSQL evaluates it once per query. */
const someWaits = sql`exists (select 1 from ota_jobs where not_before > now())`

/** SIMs with due OTAs. */
export async function simsWithDueOta(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(distinct j.sim_id) as ids from ota_jobs j where ${due('j')}`.execute(db)
  return rows[0]?.ids ?? []
}

/** SIMs whose cards may hold new keys of their pollers. */
export async function simsAwaitingKeys(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(sim_id) as ids from sim_poller_key_rotations where proven_at is null`.execute(db)
  return rows[0]?.ids ?? []
}

/** SIMs all of whose due OTAs are of one campaign that limits its sessions, by that campaign. */
export async function simsOfLimited(db: Db): Promise<{ campaignId: number; simIds: number[] }[]> {
  const { rows } = await sql<{ campaignId: number; simIds: number[] }>`
    select campaign_id as "campaignId", array_agg(sim_id) as "simIds" from (
      select j.sim_id, min(j.campaign_id) as campaign_id from ota_jobs j
      where exists (${limitedCampaigns}) and ${due('j')} group by j.sim_id having ${allLimited}
    ) one where campaign_id in (${limitedCampaigns}) group by campaign_id`.execute(db)
  return rows
}

/** SIMs with an OTA that becomes due later, with that time in ms since 1970. */
export async function simsWithWaitingOta(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ simId: number; at: Date }>`
    select j.sim_id as "simId", min(j.not_before) as at from ota_jobs j where j.not_before > now() and ${dueLater('j')}
    group by j.sim_id`.execute(db)
  return new Map(rows.map(({ simId, at }) => [simId, at.getTime()]))
}

export type UnprintedKey = { simId: number; iccid: string; capAuthKey: Buffer }

/** Locks the next CAP_AUTH_KEYs that have no fingerprint yet, in the order of their SIMs. */
export async function lockUnprinted(trx: Db, after: number, limit: number): Promise<UnprintedKey[]> {
  const { rows } = await sql<UnprintedKey>`
    select k.sim_id as "simId", s.iccid, k.cap_auth_key as "capAuthKey" from sim_keys k join sims s on s.id = k.sim_id
    where k.cap_auth_fingerprint is null and k.sim_id > ${after} order by k.sim_id limit ${limit} for update of k`.execute(trx)
  return rows
}

/** Writes fingerprints and moves the counters of these SIMs to them. */
export async function writeFingerprints(trx: Db, printed: readonly { simId: number; fingerprint: Buffer }[]): Promise<void> {
  await sql`
    with given as materialized (
      select * from unnest(${printed.map(({ simId }) => simId)}::bigint[], ${printed.map(({ fingerprint }) => fingerprint)}::bytea[])
        as given (sim_id, fingerprint)),
    printed as (update sim_keys set cap_auth_fingerprint = given.fingerprint from given where sim_keys.sim_id = given.sim_id),
    moved as (
      delete from earlier_poll_counters using given where earlier_poll_counters.sim_id = given.sim_id
      returning given.fingerprint, earlier_poll_counters.poll_counter)
    insert into poll_counters (cap_auth_fingerprint, poll_counter)
    select fingerprint, poll_counter from moved
    on conflict (cap_auth_fingerprint) do update set poll_counter = greatest(poll_counters.poll_counter, excluded.poll_counter)`.execute(
    trx,
  )
}
