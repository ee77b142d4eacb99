import { sessionExpiryMs } from '@simdeck/protocol/ota/server-state.ts'
import { CompiledQuery, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { OtaJobRow } from '../ota-kinds/kind.ts'
import type { Db } from '../platform/db/database.ts'
import { connectionShown } from '../sims/sql/shown-sim.ts'
import type { Database } from '../platform/db/schema.ts'
import { held, workable } from '../ota-kinds/sql/workable.ts'
import { openOta } from '../packages/sql/open-ota.ts'
import type { movedColumns } from './session-row.ts'

/** A last frame that is later than now by more than this was written before a clock was set back. */
export const clockToleranceMs = 120_000

/** Limit of consecutive interruptions of an OTA before it fails; null for the default. */
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

/**
 * Locks the SIM against other polls and returns its session and the counter of the key with that fingerprint. Every transaction locks the
 * row of the SIM before its session and its OTAs, which prevents deadlocks.
 */
export async function lockSimForPoll(
  trx: Db,
  simId: number,
  fingerprint: Uint8Array,
): Promise<{ counter: number; session: SessionRow | null } | null> {
  const sim = await trx.selectFrom('sims').select('id').where('id', '=', simId).forUpdate().executeTakeFirst()
  if (!sim) return null
  const poll = await trx
    .selectFrom('poll_counters')
    .select('poll_counter')
    .where('cap_auth_fingerprint', '=', Buffer.from(fingerprint))
    .executeTakeFirst()
  return { counter: poll?.poll_counter ?? -1, session: await lockSessionOf(trx, simId) }
}

async function lockSessionOf(trx: Db, simId: number): Promise<SessionRow | null> {
  return (await trx.selectFrom('ota_sessions').selectAll().where('sim_id', '=', simId).forUpdate().executeTakeFirst()) ?? null
}

/** Locks the SIM as `lockSimForPoll` does, for its admin agent. Null if the SIM was deleted. */
export async function lockSimForAgent(trx: Db, simId: number): Promise<{ session: SessionRow | null } | null> {
  const sim = await trx.selectFrom('sims').select('id').where('id', '=', simId).forUpdate().executeTakeFirst()
  return sim ? { session: await lockSessionOf(trx, simId) } : null
}

export type SessionRow = Selectable<Database['ota_sessions']>

export async function findSession(db: Db, sessionId: number): Promise<SessionRow | undefined> {
  return db.selectFrom('ota_sessions').selectAll().where('session_id', '=', sessionId).executeTakeFirst()
}

/** Locks the row of the SIM first, then the row of the session, and returns the session as it is under the lock. */
export async function lockSession(trx: Db, sessionId: number): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select o.* from sims s join ota_sessions o on o.sim_id = s.id where o.session_id = ${sessionId} for update of s, o`.execute(trx)
  return rows[0]
}

export async function simsWithExpiredSession(db: Db, limit: number): Promise<{ sim_id: number; session_id: number }[]> {
  return (
    db
      .selectFrom('ota_sessions')
      .select(['sim_id', 'session_id'])
      // A session that would expire only after the usual time has a frame from before the clock was set back.
      .where((where) =>
        where.or([
          where.and([
            where('expiry_minute', '<=', sql<Date>`now()`),
            where('last_frame_at', '<', sql<Date>`now() - make_interval(secs => ${sessionExpiryMs / 1000})`),
          ]),
          where('expiry_minute', '>', sql<Date>`now() + make_interval(secs => ${(sessionExpiryMs + clockToleranceMs) / 1000})`),
        ]),
      )
      .orderBy('last_frame_at')
      .limit(limit)
      .execute()
  )
}

export async function simKeysOf(db: Db, simId: number) {
  return db
    .selectFrom('sim_keys')
    .innerJoin('sims', 'sims.id', 'sim_keys.sim_id')
    .leftJoin('sim_key_rotations as next', (join) =>
      join.onRef('next.sim_id', '=', 'sim_keys.sim_id').onRef('next.security_domain_aid', '=', 'sim_keys.security_domain_aid'),
    )
    .selectAll('sim_keys')
    .select(['sims.iccid', 'next.key_version_number as next_version'])
    .select(['next.scp03_enc as next_enc', 'next.scp03_mac as next_mac', 'next.scp03_dek as next_dek'])
    .where('sim_keys.sim_id', '=', simId)
    .executeTakeFirst()
}

/** OTAs `j` as `OtaJobRow`. */
const jobRows = sql`select j.*, s.poller_instance_aid, s.standby_poller_instance_aid, s.other_instance_aid, ${held('j')} as held,
      (c.rollout ->> 'maxAtOnce')::int as max_at_once, (c.rollout ->> 'maxPerCell')::int as max_per_cell,
      c.rollout is not null as counts_octets,
      coalesce(p.applets = '{}', false) as library, p.load_length,
      j.kind = 'install' and exists (select 1 from ota_jobs e where e.sim_id = j.sim_id and e.package_aid = j.package_aid
        and e.id < j.id and e.kind = 'install' and coalesce(e.channel_at, e.started_at) is not null and e.status <> 'Succeeded') as left_behind
    from ota_jobs j join sims s on s.id = j.sim_id join campaigns c on c.id = j.campaign_id left join packages p on p.id = j.package_id`

/** Locks and returns the OTAs that a session may handle, in order. */
export async function lockOpenJobs(trx: Db, simId: number): Promise<OtaJobRow[]> {
  const { rows } = await sql<OtaJobRow>`
    ${jobRows} where j.sim_id = ${simId} and ${workable('j')} order by j.id for update of j`.execute(trx)
  return rows
}

/** Locks and returns those of the OTAs that are open and are sent by SMS. The transaction has locked their SIMs. */
export async function lockJobsBySms(trx: Db, ids: readonly number[]): Promise<OtaJobRow[]> {
  const { rows } = await sql<OtaJobRow>`
    ${jobRows} where j.id = any(${ids}::bigint[]) and j.transport = 'sms' and j.status in ${openOta} order by j.id for update of j`.execute(
    trx,
  )
  return rows
}

export async function putSession(trx: Db, simId: number, row: Omit<Insertable<Database['ota_sessions']>, 'sim_id'> | null): Promise<void> {
  await trx.deleteFrom('ota_sessions').where('sim_id', '=', simId).execute()
  if (row)
    await trx
      .insertInto('ota_sessions')
      .values({ ...row, sim_id: simId })
      .execute()
}

/** Writes the session after a step, if its stored sequence is still the previous one; false if another node was faster. */
export async function advanceSession(
  trx: Db,
  row: Omit<Insertable<Database['ota_sessions']>, 'sim_id'>,
  counted: CountedOctets,
): Promise<boolean> {
  const { session_id, ...change } = row
  const { octetsCampaignId: id, octets } = counted
  const sum = sql<number>`case when octets_campaign_id is not distinct from ${id}::bigint then octets else 0 end + ${octets}::bigint`
  const result = await trx
    .updateTable('ota_sessions')
    .set({ ...change, octets_campaign_id: id, octets: sum })
    .where('session_id', '=', session_id)
    .where('sequence', '=', row.sequence - 1)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Octets of a frame and its answer, and the campaign for which they count. */
export type CountedOctets = { octetsCampaignId: number | null; octets: number }

export async function deleteSession(trx: Db, sessionId: number): Promise<void> {
  await trx.deleteFrom('ota_sessions').where('session_id', '=', sessionId).execute()
}

/** Stores the counter of a POLL that the key with that fingerprint proved, unless a higher one is stored. */
export async function putPollCounter(trx: Db, fingerprint: Uint8Array, counter: number): Promise<void> {
  await trx
    .insertInto('poll_counters')
    .values({ cap_auth_fingerprint: Buffer.from(fingerprint), poll_counter: counter })
    .onConflict((conflict) =>
      conflict.column('cap_auth_fingerprint').doUpdateSet({ poll_counter: counter }).where('poll_counters.poll_counter', '<', counter),
    )
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
 * Writes the next position of a session in the script of its OTA, if its stored sequence is still the previous one and the campaign is not
 * paused. False if another node or a user was faster.
 */
export async function moveSession(
  db: Db,
  { sessionId, jobId, campaignId }: { sessionId: number; jobId: number; campaignId: number },
  change: ReturnType<typeof movedColumns>,
  octets: number,
): Promise<boolean> {
  const { sequence, answer, frame_mac, asked, chunk_end, last_frame_at, expiry_minute, acked, sent, reached } = change
  const values = [
    sessionId,
    jobId,
    campaignId,
    sequence,
    answer,
    frame_mac,
    asked,
    chunk_end,
    last_frame_at,
    expiry_minute,
    acked,
    sent,
    reached,
    octets,
  ]
  const result = await db.executeQuery(CompiledQuery.raw(moveSessionSql, values))
  return result.numAffectedRows === 1n
}

const moveSessionSql = `
  update ota_sessions set sequence = $4, answer = $5, frame_mac = $6, asked = $7, chunk_end = $8, last_frame_at = $9, expiry_minute = $10,
    acked = $11, sent = $12, reached = $13, octets = octets + $14
  where session_id = $1 and job_id = $2 and sequence = $4 - 1
    and not exists (select 1 from campaigns where id = $3 and state = 'paused')`

/** Stores the time of the first POLL that started the OTA. */
export async function markPolled(trx: Db, jobId: number, at: Date): Promise<void> {
  await trx.updateTable('ota_jobs').set({ polled_at: at }).where('id', '=', jobId).where('polled_at', 'is', null).execute()
}

/** Records the last contact of the SIM or the expected end of its session, and the resulting connection state. */
export async function updateContact(trx: Db, simId: number, change: Updateable<Database['sim_contacts']>): Promise<void> {
  await trx.updateTable('sim_contacts').set(change).where('sim_id', '=', simId).execute()
  await sql`
    update sims set connection = ${connectionShown} from sim_contacts
    where sims.id = ${simId} and sim_contacts.sim_id = sims.id and sims.connection <> ${connectionShown}`.execute(trx)
}
