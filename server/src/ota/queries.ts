import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import { connectionShown, onlineSince } from '../db/shown-sim.ts'
import type { Database } from '../db/schema.ts'

/** The progress of an ota_jobs row as it lies in its SIM's row, with what it is about; null where there is no such OTA. */
const progressOf = (alias: string) =>
  sql.raw(`case when ${alias}.id is null then null else jsonb_build_object(
    'status', ${alias}.status, 'action_type', jsonb_build_object('type', ${alias}.action_type), 'ota_id', ${alias}.id,
    'acked', ${alias}.acked, 'total', ${alias}.total, 'code', ${alias}.code, 'sw', ${alias}.sw, 'reason', ${alias}.reason,
    'updated_at', to_char(${alias}.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'package_name', coalesce((select name from packages where id = ${alias}.package_id),
      (select name from packages where package_aid = ${alias}.package_aid order by id desc limit 1)),
    'package_version', (select ota_version from packages where id = ${alias}.package_id)) end`)

/** The combined status of an install and an uninstall (specification §4, "On an OTA log event"). */
const combined = sql.raw(`case
  when i.id is null then u.status
  when u.id is null or i.status <> 'Ready' then i.status
  when u.status in ('Blocked', 'Started', 'Interrupted', 'Failed') then u.status
  else i.status end`)

/**
 * The latest campaign of a SIM and applet type decides what both columns show: an install of an earlier campaign says nothing
 * beside the removal of a later one. How far it is does not count as a change of the SIM: indexes hold when that was.
 */
export async function projectJobs(db: Db, jobs: { campaignId: number } | { jobIds: readonly number[] }, appletType: number): Promise<void> {
  const which = 'campaignId' in jobs ? sql`campaign_id = ${jobs.campaignId}` : sql`id = any(${jobs.jobIds})`
  const column = appletType === 0 ? 'poller' : 'other'
  const status = appletType === 0 ? 'status_poller' : 'status_other_applet'
  await sql`
    update sims set ${sql.raw(`${column}_install`)} = ${progressOf('i')}, ${sql.raw(`${column}_uninstall`)} = ${progressOf('u')},
      ${sql.raw(status)} = ${combined},
      updated_at = case when sims.${sql.raw(status)} is distinct from ${combined} then now() else sims.updated_at end
    from (select distinct sim_id from ota_jobs where ${which} and applet_type = ${appletType}) chosen
    cross join lateral (select max(campaign_id) as campaign_id from ota_jobs
      where sim_id = chosen.sim_id and applet_type = ${appletType}) latest
    left join lateral (select * from ota_jobs where sim_id = chosen.sim_id and applet_type = ${appletType}
      and campaign_id = latest.campaign_id and action_type = 1 order by id desc limit 1) i on true
    left join lateral (select * from ota_jobs where sim_id = chosen.sim_id and applet_type = ${appletType}
      and campaign_id = latest.campaign_id and action_type = 2 order by id desc limit 1) u on true
    where sims.id = chosen.sim_id`.execute(db)
}

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

/** How many interruptions running an OTA takes before it fails; null: as many as usual. */
export async function maxInterruptions(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'system_ota_max_interruptions')
    .where('type', '=', 1)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? Number(row.value) : null
}

/** An OTA that a session may go on with: open, and not the install of a replacement whose removal failed. */
const workable = (job: string) =>
  sql.raw(`${job}.status in ('Ready', 'Started', 'Interrupted') and not exists (select 1 from ota_jobs before
    where before.sim_id = ${job}.sim_id and before.campaign_id = ${job}.campaign_id and before.step < ${job}.step
      and before.status in ('Failed', 'Blocked'))`)

export async function pollRows(db: Db, which: { after: number; limit: number } | { simIds: readonly number[] }): Promise<PollRow[]> {
  const where = 'simIds' in which ? sql`s.id = any(${which.simIds})` : sql`s.id > ${which.after}`
  const limit = 'simIds' in which ? sql`` : sql`limit ${which.limit}`
  const { rows } = await sql<PollRow>`
    select s.iccid, s.id as "simId", coalesce(p.poll_counter, -1) as counter, k.cap_auth_key as "capAuthKey", k.encrypt_key as "encryptKey",
      exists (select 1 from ota_jobs j where j.sim_id = s.id and ${workable('j')}) as "hasWork",
      s.poller_encryption or ${plainPolls} is distinct from '2' as "encRequired"
    from sims s join sim_keys k on k.sim_id = s.id left join sim_polls p on p.sim_id = s.id
    where ${where} order by s.id ${limit}`.execute(db)
  return rows
}

/** SIMs with OTAs that a session may go on with. */
export async function simsWithWork(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(distinct j.sim_id) as ids from ota_jobs j where ${workable('j')}`.execute(db)
  return rows[0]?.ids ?? []
}

/**
 * Locks the SIM against other polls and tells what is stored of it. Everywhere the SIM's row is locked before its session and its
 * OTAs, so that no two transactions wait for each other.
 */
export async function lockSimForPoll(trx: Db, simId: number): Promise<{ counter: number; session: SessionRow | null } | null> {
  const sim = await trx.selectFrom('sims').select('id').where('id', '=', simId).forUpdate().executeTakeFirst()
  if (!sim) return null
  const poll = await trx.selectFrom('sim_polls').select('poll_counter').where('sim_id', '=', simId).executeTakeFirst()
  const session = await trx.selectFrom('ota_sessions').selectAll().where('sim_id', '=', simId).forUpdate().executeTakeFirst()
  return { counter: poll?.poll_counter ?? -1, session: session ?? null }
}

export type SessionRow = Selectable<Database['ota_sessions']>

export async function findSession(db: Db, sessionId: number): Promise<SessionRow | undefined> {
  return db.selectFrom('ota_sessions').selectAll().where('session_id', '=', sessionId).executeTakeFirst()
}

/** Locks the SIM's row first, then the session's; a session that moved meanwhile is read as it is then. */
export async function lockSession(trx: Db, sessionId: number): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select o.* from sims s join ota_sessions o on o.sim_id = s.id where o.session_id = ${sessionId} for update of s, o`.execute(trx)
  return rows[0]
}

export async function simsWithExpiredSession(db: Db, limit: number): Promise<{ sim_id: number; session_id: number }[]> {
  return db
    .selectFrom('ota_sessions')
    .select(['sim_id', 'session_id'])
    .where('expires_at', '<', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

export async function simKeysOf(db: Db, simId: number) {
  return db
    .selectFrom('sim_keys')
    .innerJoin('sims', 'sims.id', 'sim_keys.sim_id')
    .selectAll('sim_keys')
    .select('sims.iccid')
    .where('sim_id', '=', simId)
    .executeTakeFirst()
}

export type WorkRow = Selectable<Database['ota_jobs']> &
  Pick<Selectable<Database['sims']>, 'poller_instance_aid' | 'standby_poller_instance_aid'> & { left_behind: boolean }

/** The OTAs that a session may go on with, in order, locked. `left_behind`: an earlier try may have left something on the card. */
export async function lockWork(trx: Db, simId: number): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select j.*, s.poller_instance_aid, s.standby_poller_instance_aid,
      j.action_type = 1 and exists (select 1 from ota_jobs e where e.sim_id = j.sim_id and e.package_aid = j.package_aid
        and e.id < j.id and e.action_type = 1 and coalesce(e.channel_at, e.started_at) is not null and e.status <> 'Succeeded') as left_behind
    from ota_jobs j join sims s on s.id = j.sim_id
    where j.sim_id = ${simId} and ${workable('j')} order by j.id for update of j`.execute(trx)
  return rows
}

export async function loadFileOf(db: Db, packageId: number): Promise<Buffer | undefined> {
  const row = await db.selectFrom('packages').select('load_file').where('id', '=', packageId).executeTakeFirst()
  return row?.load_file
}

export async function putSession(trx: Db, simId: number, row: Omit<Insertable<Database['ota_sessions']>, 'sim_id'> | null): Promise<void> {
  await trx.deleteFrom('ota_sessions').where('sim_id', '=', simId).execute()
  if (row)
    await trx
      .insertInto('ota_sessions')
      .values({ ...row, sim_id: simId })
      .execute()
}

/** Takes the step from the sequence before; false when another node was faster. */
export async function advanceSession(trx: Db, row: Omit<Insertable<Database['ota_sessions']>, 'sim_id'>): Promise<boolean> {
  const { session_id, ...change } = row
  const result = await trx
    .updateTable('ota_sessions')
    .set(change)
    .where('session_id', '=', session_id)
    .where('sequence', '=', row.sequence - 1)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deleteSession(trx: Db, sessionId: number): Promise<void> {
  await trx.deleteFrom('ota_sessions').where('session_id', '=', sessionId).execute()
}

export async function putPollCounter(trx: Db, simId: number, counter: number): Promise<void> {
  await trx
    .insertInto('sim_polls')
    .values({ sim_id: simId, poll_counter: counter })
    .onConflict((conflict) => conflict.column('sim_id').doUpdateSet({ poll_counter: counter }))
    .execute()
}

export async function updateJob(trx: Db, jobId: number, change: Updateable<Database['ota_jobs']>): Promise<void> {
  await trx
    .updateTable('ota_jobs')
    .set({ updated_at: new Date(), ...change })
    .where('id', '=', jobId)
    .execute()
}

/**
 * Takes a session and its OTA one step on within a script, both or none, in a transaction that is one statement: from the sequence
 * before, and only while the OTA is as this node wrote it last (`before`). False when another node, or somebody else, was faster.
 */
export async function goOnWithScript(
  db: Db,
  session: Omit<Insertable<Database['ota_sessions']>, 'sim_id'>,
  job: { id: number; before: Date; at: Date; knowledge: string; acked: number; total: number },
): Promise<boolean> {
  try {
    const { rows } = await sql<{ moved: number }>`
      with moved as (
        update ota_sessions set sequence = ${session.sequence}::int, answer = ${session.answer}, frame_mac = ${session.frame_mac},
          state = ${session.state}::jsonb, expires_at = ${session.expires_at}
        where session_id = ${session.session_id} and sequence = ${session.sequence}::int - 1 returning 1),
      worked as (
        update ota_jobs set knowledge = ${job.knowledge}::jsonb, acked = ${job.acked}, total = ${job.total}, updated_at = ${job.at}
        from moved where id = ${job.id} and status = 'Started' and updated_at = ${job.before} returning 1)
      select m.count::int as moved, 1 / case when m.count = w.count then 1 else 0 end as both
      from (select count(*) from moved) m, (select count(*) from worked) w`.execute(db)
    return rows[0]?.moved === 1
  } catch (error) {
    // The session went on and the OTA had changed: by dividing by zero the statement takes back what it did.
    if (error instanceof Error && 'code' in error && error.code === divisionByZero) return false
    throw error
  }
}

const divisionByZero = '22012'

/** Locks those of the SIMs that nobody else has locked, and tells which. */
export async function lockFreeSims(trx: Db, simIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from sims where id = any(${simIds}::bigint[]) order by id for no key update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Keeps the first time that a POLL took the OTA up. */
export async function markPolled(trx: Db, jobId: number, at: Date): Promise<void> {
  await trx.updateTable('ota_jobs').set({ polled_at: at }).where('id', '=', jobId).where('polled_at', 'is', null).execute()
}

export async function updateSim(trx: Db, simId: number, change: Updateable<Database['sims']>): Promise<void> {
  await trx
    .updateTable('sims')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', simId)
    .execute()
}

/** Notes that the SIM was heard, or until when a session of it counts as open, and the connection that follows from it. */
export async function updateContact(trx: Db, simId: number, change: Updateable<Database['sim_contacts']>): Promise<void> {
  await trx.updateTable('sim_contacts').set(change).where('sim_id', '=', simId).execute()
  await sql`
    update sims set connection = ${connectionShown} from sim_contacts
    where sims.id = ${simId} and sim_contacts.sim_id = sims.id and sims.connection <> ${connectionShown}`.execute(trx)
}

export async function packageNames(db: Db, packageId: number): Promise<{ name: string; ota_version: string } | undefined> {
  return db.selectFrom('packages').select(['name', 'ota_version']).where('id', '=', packageId).executeTakeFirst()
}

export type PollRecord = {
  sim_id: number
  poll_counter: number
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
}

/**
 * Writes what idle polls told, in one transaction however many there are. What a poll did not tell stays as it was. The SIMs of which
 * it was written: those that somebody else has locked wait for the next time.
 */
export function recordPolls(db: Db, polls: readonly PollRecord[]): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const there = await simsToRecord(
      trx,
      polls.map((poll) => poll.sim_id),
    )
    const free = new Set(there.free)
    await writePolls(
      trx,
      polls.filter((poll) => free.has(poll.sim_id)),
    )
    return [...there.free, ...there.gone]
  })
}

/** Which of the SIMs are locked now, by this transaction, and which are there no more. */
async function simsToRecord(trx: Db, simIds: readonly number[]): Promise<{ free: number[]; gone: number[] }> {
  const free = await lockFreeSims(trx, simIds)
  if (free.length === simIds.length) return { free, gone: [] }
  const { rows } = await sql<{ id: number }>`select id from sims where id = any(${simIds}::bigint[])`.execute(trx)
  const known = new Set(rows.map(({ id }) => id))
  return { free, gone: simIds.filter((id) => !known.has(id)) }
}

async function writePolls(db: Db, polls: readonly PollRecord[]): Promise<void> {
  const json = JSON.stringify(polls)
  await sql`
    insert into sim_polls (sim_id, poll_counter)
    select r.sim_id, r.poll_counter from json_to_recordset(${json}::json) as r(sim_id bigint, poll_counter bigint)
    where exists (select 1 from sims where sims.id = r.sim_id)
    on conflict (sim_id) do update set poll_counter = excluded.poll_counter where sim_polls.poll_counter < excluded.poll_counter`.execute(
    db,
  )
  await sql`
    with r as materialized (select distinct on (sim_id) * from json_to_recordset(${json}::json) as r(sim_id bigint, poll_counter bigint,
      at timestamptz, poller_instance_aid text, poller_name text, poller_version text, imei text, rsrp int, rsrq int, radio int, mcc text,
      mnc text, lac int, cell_id bigint, free_memory bigint) order by sim_id, poll_counter desc),
    heard as (
      update sim_contacts c set
        last_poll = greatest(c.last_poll, r.at),
        rsrp = coalesce(r.rsrp, c.rsrp), rsrq = coalesce(r.rsrq, c.rsrq), radio = coalesce(r.radio, c.radio),
        mcc = coalesce(r.mcc, c.mcc), mnc = coalesce(r.mnc, c.mnc), lac = coalesce(r.lac, c.lac),
        cell_id = coalesce(r.cell_id, c.cell_id), free_memory = coalesce(r.free_memory, c.free_memory)
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

export async function insertRawLogs(db: Db, rows: readonly Insertable<Database['raw_ota_service_logs']>[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into raw_ota_service_logs (at, sim_id, session_id, sequence, job_id, direction, code, bytes, fields, commands)
    select at, sim_id, session_id, sequence, job_id, direction, code, bytes, fields::jsonb, commands::jsonb
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(at timestamptz, sim_id bigint, session_id bigint, sequence int,
      job_id bigint, direction text, code int, bytes int, fields text, commands text)`.execute(db)
}

/** Rows of that day which came before their partition lie in the default one, which would not let it be made: they move. */
function makeRawLogPartition(db: Db, name: string, from: Date, to: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (await isThere(trx, name)) return
    await sql`lock table raw_ota_service_logs in share row exclusive mode`.execute(trx)
    if (await isThere(trx, name)) return
    await sql`create temporary table moved on commit drop as
      select * from raw_ota_service_logs_default where at >= ${from} and at < ${to}`.execute(trx)
    await sql`delete from raw_ota_service_logs_default where at >= ${from} and at < ${to}`.execute(trx)
    await sql`create table ${sql.table(name)} partition of raw_ota_service_logs
      for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(trx)
    await sql`insert into raw_ota_service_logs overriding system value select * from moved`.execute(trx)
  })
}

async function isThere(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db)
  return rows[0]?.there === true
}

/** Makes the partitions of today and the next two days, and drops those older than `keepDays`. */
export async function keepRawLogPartitions(db: Db, keepDays: number, today: Date): Promise<void> {
  for (let ahead = 0; ahead < 3; ahead++) {
    const from = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + ahead))
    const to = new Date(from.getTime() + 86_400_000)
    const name = `raw_ota_service_logs_${from.toISOString().slice(0, 10).replaceAll('-', '')}`
    await makeRawLogPartition(db, name, from, to)
  }
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'raw_ota_service_logs'::regclass and c.relname ~ '_[0-9]{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < ${today}::date - ${keepDays}::int`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
}
