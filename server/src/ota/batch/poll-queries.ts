import { type RawBuilder, sql } from 'kysely'
import { plainArray } from '../../platform/db/arrays.ts'
import { signalSampleSeconds } from '@simdeck/contract/sim-signal.ts'
import type { Db } from '../../platform/db/database.ts'
import { onlineSince } from '../../sims/sql/shown-sim.ts'
import { writeDigests } from './digest-queries.ts'
import { recordMoves } from './location-queries.ts'

export type PollRecord = {
  sim_id: number
  /** Fingerprint, in hex, of the key that proved the POLL. The SIM may have another key by now. */
  cap_auth_fingerprint: string
  poll_counter: number
  /** True if the transaction that answered the POLL has already stored its counter and checked that it was the highest. */
  proven: boolean
  /** In ms since 1970. */
  at: number
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
  content_digest: number | null
}

/** `written`: SIMs whose data was written. `locked`: SIMs that another transaction has locked; only their counters were written. */
export type Recorded = { written: number[]; locked: number[] }

/**
 * Writes the counters and the data of all idle polls in one transaction. A value that a poll did not report stays unchanged. The data of a
 * POLL whose counter is not above the stored one is ignored: it is a replay to a node that did not know the counter yet.
 *
 * The transaction never waits for the lock of a SIM, so transactions that hold this lock may wait for a counter that it has locked.
 */
export function recordPolls(db: Db, polls: readonly PollRecord[]): Promise<Recorded> {
  return db.transaction().execute(async (trx) => {
    const risen = await raiseCounters(trx, polls)
    const fresh = latestOfSims(risen === 'all' ? polls : polls.filter((poll) => poll.proven || risen.has(poll.cap_auth_fingerprint)))
    const { free, changing } = await lockFreeSims(trx, fresh)
    const written = free === 'all' ? fresh : fresh.filter((poll) => free.has(poll.sim_id))
    await writeSims(
      trx,
      written.filter((poll) => changing.has(poll.sim_id)),
    )
    await recordMoves(trx, written)
    await writeContacts(trx, written)
    await writeDigests(trx, written)
    const others = free === 'all' ? [] : fresh.flatMap(({ sim_id }) => (free.has(sim_id) ? [] : [sim_id]))
    return { written: written.map((poll) => poll.sim_id), locked: others.length > 0 ? await existingSims(trx, others) : [] }
  })
}

/** The last POLL of each SIM, by id. A SIM that polled under two keys has two records. */
function latestOfSims(polls: readonly PollRecord[]): PollRecord[] {
  const latest = new Map<number, PollRecord>()
  for (const poll of polls) {
    const other = latest.get(poll.sim_id)
    if (!other || other.at <= poll.at) latest.set(poll.sim_id, poll)
  }
  return [...latest.values()].toSorted((one, other) => one.sim_id - other.sim_id)
}

async function existingSims(trx: Db, simIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from sims where id = any(${plainArray(simIds)}::bigint[])`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Raises the counters. All nodes lock the rows in the same order, which prevents deadlocks. Returns the fingerprints whose counters rose, in
 * one row, which costs the driver much less than a row for each.
 */
async function raiseCounters(trx: Db, polls: readonly PollRecord[]): Promise<'all' | ReadonlySet<string>> {
  const { rows } = await sql<{ risen: number; fingerprints: string[] | null }>`
    with risen as (
      insert into poll_counters (cap_auth_fingerprint, poll_counter)
      select decode(fingerprint, 'hex'), counter
      from unnest(${column(polls, 'cap_auth_fingerprint')}::text[], ${column(polls, 'poll_counter')}::bigint[]) as r (fingerprint, counter)
      order by fingerprint
      on conflict (cap_auth_fingerprint) do update set poll_counter = excluded.poll_counter
        where poll_counters.poll_counter < excluded.poll_counter
      returning cap_auth_fingerprint as fingerprint)
    select count(*) as risen,
      case when count(*) < ${polls.length} then (select array_agg(encode(fingerprint, 'hex')) from risen) end as fingerprints
    from risen`.execute(trx)
  const { risen, fingerprints } = rows[0]!
  return risen === polls.length ? 'all' : new Set(fingerprints)
}

const column = (polls: readonly PollRecord[], name: keyof PollRecord): string => plainArray(polls.map((poll) => poll[name]))

/** The polls as a table `r`, with the values that are stored in `sims`. */
const forSims = (polls: readonly PollRecord[]): RawBuilder<unknown> => sql`
  (select sim_id, to_timestamp(at / 1000) as at, poller_instance_aid, poller_name, poller_version, imei
    from unnest(${column(polls, 'sim_id')}::bigint[], ${column(polls, 'at')}::float8[], ${column(polls, 'poller_instance_aid')}::text[],
      ${column(polls, 'poller_name')}::text[], ${column(polls, 'poller_version')}::text[], ${column(polls, 'imei')}::text[])
    as given (sim_id, at, poller_instance_aid, poller_name, poller_version, imei)) as r`

/** True unless the POLL `r` is of the standby poller, whose version is not the one that the SIM runs. */
const isRunning = sql`(r.poller_instance_aid is null or r.poller_instance_aid is distinct from sims.standby_poller_instance_aid)`

/** True if the POLL `r` changes the row of its SIM, which most do not. */
const changesSim = sql`(
  (sims.connection = 0 and r.at > ${onlineSince})
  or (r.poller_instance_aid is not null and r.poller_instance_aid is distinct from sims.poller_instance_aid
    and r.poller_instance_aid is distinct from sims.standby_poller_instance_aid)
  or (r.poller_name is not null and ${isRunning} and r.poller_name is distinct from sims.poller_name)
  or (r.poller_version is not null and ${isRunning} and r.poller_version is distinct from sims.poller_version)
  or (r.imei is not null and (r.imei is distinct from sims.imei or sims.imei_status = 'unknown')))`

/** Locks the SIMs that no other transaction has locked. Returns these, and those of them whose row has to change. */
async function lockFreeSims(
  trx: Db,
  polls: readonly PollRecord[],
): Promise<{ free: 'all' | ReadonlySet<number>; changing: ReadonlySet<number> }> {
  if (polls.length === 0) return { free: 'all', changing: new Set() }
  const { rows } = await sql<{ locked: number; free: number[] | null; changing: number[] | null }>`
    with locked as materialized (
      select sims.id, ${changesSim} as changes from ${forSims(polls)} join sims on sims.id = r.sim_id
      order by sims.id for no key update of sims skip locked)
    select count(*) as locked, case when count(*) < ${polls.length} then (select array_agg(id) from locked) end as free,
      array_agg(id) filter (where changes) as changing
    from locked`.execute(trx)
  const { locked, free, changing } = rows[0]!
  return { free: locked === polls.length ? 'all' : new Set(free), changing: new Set(changing) }
}

async function writeSims(trx: Db, polls: readonly PollRecord[]): Promise<void> {
  if (polls.length === 0) return
  await sql`
    update sims set
      poller_instance_aid = case when r.poller_instance_aid is distinct from sims.standby_poller_instance_aid
        then coalesce(r.poller_instance_aid, sims.poller_instance_aid) else sims.poller_instance_aid end,
      poller_name = case when ${isRunning} then coalesce(r.poller_name, sims.poller_name) else sims.poller_name end,
      poller_version = case when ${isRunning} then coalesce(r.poller_version, sims.poller_version) else sims.poller_version end,
      imei = coalesce(r.imei, sims.imei),
      imei_status = case when r.imei is null then sims.imei_status when sims.imei is null then 'same'
        when r.imei = sims.imei then case sims.imei_status when 'unknown' then 'same' else sims.imei_status end
        when r.imei = sims.locked_imei then 'same' else 'changed' end,
      imei_change_untold = sims.imei_change_untold or coalesce(r.imei <> sims.imei, false),
      imei_changed_at = case when r.imei <> sims.imei then r.at else sims.imei_changed_at end,
      connection = case when sims.connection = 0 and r.at > ${onlineSince} then 1 else sims.connection end
    from ${forSims(polls)} where sims.id = r.sim_id`.execute(trx)
}

/**
 * The interval of a SIM after a gap between two polls. A gap within a tenth of the interval leaves it as it is, and another one at most
 * halves or doubles it, so that one outage or one repeated poll does not hide the interval.
 */
const observedSeconds = (gap: RawBuilder<unknown>): RawBuilder<unknown> => sql`case
  when c.poll_seconds is null then least(${gap}, 2147483647)
  when abs(${gap} - c.poll_seconds) <= c.poll_seconds * 0.1 then c.poll_seconds
  else least(greatest(${gap}, c.poll_seconds * 0.5), greatest(c.poll_seconds, 30) * 2.0, 2147483647) end::int`

/** The quarter of an hour of a moment, by number. */
const quarterOf = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`floor(extract(epoch from ${at}) / ${signalSampleSeconds})`
/** True if the poll `r` brings the first signal of its quarter of an hour. */
const isSampled = sql`((r.rsrp is not null or r.rsrq is not null)
  and (c.sampled_at is null or ${quarterOf(sql`r.at`)} > ${quarterOf(sql`c.sampled_at`)}))`

async function writeContacts(trx: Db, polls: readonly PollRecord[]): Promise<void> {
  if (polls.length === 0) return
  const of = (name: keyof PollRecord) => column(polls, name)
  await sql`
    with written as (update sim_contacts c set
      last_poll = greatest(c.last_poll, r.at),
      poll_seconds = case when r.at > c.last_poll then ${observedSeconds(sql`extract(epoch from r.at - c.last_poll)`)}
        else c.poll_seconds end,
      rsrp = coalesce(r.rsrp, c.rsrp), rsrq = coalesce(r.rsrq, c.rsrq), radio = coalesce(r.radio, c.radio),
      mcc = coalesce(r.mcc, c.mcc), mnc = coalesce(r.mnc, c.mnc), lac = coalesce(r.lac, c.lac),
      cell_id = coalesce(r.cell_id, c.cell_id), free_memory = coalesce(r.free_memory, c.free_memory),
      receive_buffer = coalesce(r.receive_buffer, c.receive_buffer),
      sampled_at = case when ${isSampled} then r.at else c.sampled_at end
    from (select given.*, to_timestamp(at_ms / 1000) as at
      from unnest(${of('sim_id')}::bigint[], ${of('at')}::float8[], ${of('rsrp')}::int[], ${of('rsrq')}::int[], ${of('radio')}::int[],
        ${of('mcc')}::text[], ${of('mnc')}::text[], ${of('lac')}::int[], ${of('cell_id')}::bigint[], ${of('free_memory')}::bigint[],
        ${of('receive_buffer')}::int[])
      as given (sim_id, at_ms, rsrp, rsrq, radio, mcc, mnc, lac, cell_id, free_memory, receive_buffer)) as r
    where c.sim_id = r.sim_id
    returning c.sim_id, r.at, r.rsrp, r.rsrq, c.sampled_at)
    insert into signal_samples (sim_id, at, rsrp, rsrq) select sim_id, at, rsrp, rsrq from written where sampled_at = at`.execute(trx)
}
