import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema.ts'
import { onlineSince } from '../../sims/sql/shown-sim.ts'

/** Locks those SIMs that no other transaction has locked, and returns their ids. */
export async function lockFreeSims(trx: Db, simIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from sims where id = any(${simIds}::bigint[]) order by id for no key update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Copies the position of the running script from the session of each SIM, which must be locked, to its OTA. */
export async function projectPositions(trx: Db, simIds: readonly number[]): Promise<void> {
  await sql`
    update ota_jobs j set acked = s.acked, updated_at = now() from ota_sessions s
    where s.sim_id = any(${simIds}::bigint[]) and j.id = s.job_id and j.acked <> s.acked`.execute(trx)
}

/** Those of the SIMs whose session is in the middle of a script. */
export async function simsInScript(db: Db, simIds: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('ota_sessions').select('sim_id').where('sim_id', 'in', simIds).where('acked', 'is not', null).execute()
  return rows.map((row) => row.sim_id)
}

export type PollRecord = {
  sim_id: number
  /** Fingerprint, in hex, of the key that proved the POLL. The SIM may have another key by now. */
  cap_auth_fingerprint: string
  poll_counter: number
  /** True if the transaction that answered the POLL has already stored its counter and checked that it was the highest. */
  proven: boolean
  at: string
  poller_instance_aid: string | null
  poller_name: string | null
  poller_version: string | null
  imei: string | null
  rsrp: number | null
  rsrq: number | null
  radio: number | null
  mcc: string | null
  mnc: string | null
  lac: number | null
  cell_id: number | null
  free_memory: number | null
  receive_buffer: number | null
}

/** `written`: SIMs whose data was written. `locked`: SIMs that another transaction has locked; only their counters were written. */
export type Recorded = { written: number[]; locked: number[] }

/**
 * Writes the counters and the data of all idle polls in one transaction. A value that a poll did not report stays unchanged. The data of a
 * POLL whose counter is not above the stored one is ignored: it is a replay to a node that did not know the counter yet.
 */
export function recordPolls(db: Db, polls: readonly PollRecord[]): Promise<Recorded> {
  return db.transaction().execute(async (trx) => {
    const there = await simsToRecord(
      trx,
      polls.map((poll) => poll.sim_id),
    )
    const risen = await raiseCounters(trx, polls)
    const fresh = polls.filter((poll) => poll.proven || risen.has(poll.cap_auth_fingerprint))
    const free = new Set(there.free)
    const written = fresh.filter((poll) => free.has(poll.sim_id))
    await writePolls(trx, written)
    const settled = new Set([...there.free, ...there.gone])
    return {
      written: written.map((poll) => poll.sim_id),
      locked: fresh.flatMap((poll) => (settled.has(poll.sim_id) ? [] : [poll.sim_id])),
    }
  })
}

/** Locks the SIMs that no other transaction has locked, and returns them as `free`. `gone`: SIMs that no longer exist. */
async function simsToRecord(trx: Db, simIds: readonly number[]): Promise<{ free: number[]; gone: number[] }> {
  const free = await lockFreeSims(trx, simIds)
  if (free.length === simIds.length) return { free, gone: [] }
  const { rows } = await sql<{ id: number }>`select id from sims where id = any(${simIds}::bigint[])`.execute(trx)
  const known = new Set(rows.map(({ id }) => id))
  return { free, gone: simIds.filter((id) => !known.has(id)) }
}

/**
 * Raises the counters. All nodes lock the rows in the same order, which prevents deadlocks. Returns the fingerprints whose counters rose.
 */
async function raiseCounters(trx: Db, polls: readonly PollRecord[]): Promise<Set<string>> {
  const { rows } = await sql<{ fingerprint: string }>`
    insert into poll_counters (cap_auth_fingerprint, poll_counter)
    select decode(fingerprint, 'hex'), counter
    from unnest(${polls.map((poll) => poll.cap_auth_fingerprint)}::text[], ${polls.map((poll) => poll.poll_counter)}::bigint[])
      as r (fingerprint, counter)
    order by fingerprint
    on conflict (cap_auth_fingerprint) do update set poll_counter = excluded.poll_counter
      where poll_counters.poll_counter < excluded.poll_counter
    returning encode(cap_auth_fingerprint, 'hex') as fingerprint`.execute(trx)
  return new Set(rows.map(({ fingerprint }) => fingerprint))
}

async function writePolls(db: Db, polls: readonly PollRecord[]): Promise<void> {
  const json = JSON.stringify(polls)
  await sql`
    with r as materialized (select distinct on (sim_id) * from json_to_recordset(${json}::json) as r(sim_id bigint,
      at timestamptz, poller_instance_aid text, poller_name text, poller_version text, imei text, rsrp int, rsrq int, radio int, mcc text,
      mnc text, lac int, cell_id bigint, free_memory bigint, receive_buffer int) order by sim_id, at desc),
    written as (
      update sim_contacts c set
        last_poll = greatest(c.last_poll, r.at),
        rsrp = coalesce(r.rsrp, c.rsrp), rsrq = coalesce(r.rsrq, c.rsrq), radio = coalesce(r.radio, c.radio),
        mcc = coalesce(r.mcc, c.mcc), mnc = coalesce(r.mnc, c.mnc), lac = coalesce(r.lac, c.lac),
        cell_id = coalesce(r.cell_id, c.cell_id), free_memory = coalesce(r.free_memory, c.free_memory),
        receive_buffer = coalesce(r.receive_buffer, c.receive_buffer)
      from r where c.sim_id = r.sim_id
    )
    update sims set
      poller_instance_aid = case when r.poller_instance_aid is distinct from sims.standby_poller_instance_aid
        then coalesce(r.poller_instance_aid, sims.poller_instance_aid) else sims.poller_instance_aid end,
      poller_name = coalesce(r.poller_name, sims.poller_name),
      poller_version = coalesce(r.poller_version, sims.poller_version),
      imei = coalesce(r.imei, sims.imei),
      imei_status = case when r.imei is null then sims.imei_status when sims.imei is null then 'same'
        when r.imei = sims.imei then 'same' else 'changed' end,
      imei_change_untold = sims.imei_change_untold or coalesce(r.imei <> sims.imei, false),
      connection = case when sims.connection = 0 and r.at > ${onlineSince} then 1 else sims.connection end
    from r
    where sims.id = r.sim_id and (
      (sims.connection = 0 and r.at > ${onlineSince})
      or (r.poller_instance_aid is not null and r.poller_instance_aid is distinct from sims.poller_instance_aid
        and r.poller_instance_aid is distinct from sims.standby_poller_instance_aid)
      or (r.poller_name is not null and r.poller_name is distinct from sims.poller_name)
      or (r.poller_version is not null and r.poller_version is distinct from sims.poller_version)
      or (r.imei is not null and (r.imei is distinct from sims.imei or sims.imei_status <> 'same')))`.execute(db)
}

type RawLogColumns = Insertable<Database['raw_ota_service_logs']>

/** A row of the raw log, with `fields` and `commands` as values, not as JSON text. */
export type RawLogRow = Omit<RawLogColumns, 'fields' | 'commands'> & { fields: object; commands: readonly object[] }

export async function insertRawLogs(db: Db, rows: readonly RawLogRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into raw_ota_service_logs (at, sim_id, session_id, sequence, job_id, direction, code, bytes, fields, commands)
    select at, sim_id, session_id, sequence, job_id, direction, code, bytes, fields, commands
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(at timestamptz, sim_id bigint, session_id bigint, sequence int,
      job_id bigint, direction text, code int, bytes int, fields jsonb, commands jsonb)`.execute(db)
}
