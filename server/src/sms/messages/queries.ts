import { type Selectable, sql } from 'kysely'
import type { SmsMessage } from '@simdeck/contract/sim-sms.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema.ts'
import type { SealedKeySet } from '../../key-sets/sms-key-sets.ts'
import { expectsAnswer } from '../sql/open-message.ts'

export type SmsSim = Pick<Selectable<Database['sims']>, 'id' | 'iccid' | 'msisdn' | 'device_alias'>

export const selectSim = (db: Db, id: number): Promise<SmsSim | undefined> =>
  db.selectFrom('sims').select(['id', 'iccid', 'msisdn', 'device_alias']).where('id', '=', id).executeTakeFirst()

/** The SIM, locked until the transaction ends. */
export const lockSim = (trx: Db, id: number): Promise<SmsSim | undefined> =>
  trx.selectFrom('sims').select(['id', 'iccid', 'msisdn', 'device_alias']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export type KeySetFacts = Pick<Selectable<Database['sim_sms_keys']>, 'key_set' | 'algorithm' | 'tar' | 'changed_at'> & { counter: number }

/** True if a message wakes the admin agent of the SIM in place of its poller. */
export async function wakesAgent(db: Db, simId: number): Promise<boolean> {
  const agent = await db.selectFrom('sim_scp81_keys').select('trigger_tar').where('sim_id', '=', simId).executeTakeFirst()
  return agent !== undefined && agent.trigger_tar !== null
}

export async function selectKeySet(db: Db, simId: number): Promise<KeySetFacts | undefined> {
  return db
    .selectFrom('sim_sms_keys')
    .leftJoin('sms_counters', 'sms_counters.fingerprint', 'sim_sms_keys.fingerprint')
    .select(['key_set', 'algorithm', 'tar', 'changed_at', sql<number>`coalesce(sms_counters.counter, 0)`.as('counter')])
    .where('sim_id', '=', simId)
    .executeTakeFirst()
}

/** Stores the key set of a SIM. Its counter is raised to the given one, and never falls. */
export async function writeKeySet(trx: Db, simId: number, keys: SealedKeySet, counter: number): Promise<void> {
  // An import compares this time with its own, so it is that of the database, after the lock of the SIM.
  const row = { ...keys, changed_at: sql<Date>`clock_timestamp()` }
  await trx
    .insertInto('sim_sms_keys')
    .values({ sim_id: simId, ...row })
    .onConflict((conflict) => conflict.column('sim_id').doUpdateSet(row))
    .execute()
  await sql`
    insert into sms_counters (fingerprint, counter) values (${keys.fingerprint}, ${counter})
    on conflict (fingerprint) do update set counter = greatest(sms_counters.counter, excluded.counter)
  `.execute(trx)
}

/** True if there was a key set. */
export async function deleteKeySet(trx: Db, simId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('sim_sms_keys').where('sim_id', '=', simId).executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Queues a wake-up for each of these SIMs that has a number and a key set, and none that is not answered yet. One that its campaign holds
 * is sent at once. Returns the number of both.
 */
export async function queueWakes(trx: Db, simIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into sms_messages (sim_id)
    select sims.id from sims join sim_sms_keys on sim_sms_keys.sim_id = sims.id
    where sims.id = any(${simIds}::bigint[]) and msisdn is not null order by sims.id
    on conflict (sim_id) where state in ('queued', 'sent', 'unknown') do update set at_once = true
      where sms_messages.campaign_id is not null and not sms_messages.at_once
  `.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Queues a script for a SIM; false if one of its messages is not answered yet. */
export async function queueScript(trx: Db, simId: number, { tar, script }: { tar: Uint8Array; script: Uint8Array }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sms_messages')
    .values({ sim_id: simId, script_tar: Buffer.from(tar), script: Buffer.from(script) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * True if a script for the SIM has no answer of the gateway yet, or was sent a moment ago and has none of the card. Another message could
 * overtake it, and the card then refuses it for its lower counter.
 */
export async function isScriptOpen(db: Db, simId: number): Promise<boolean> {
  const { rows } = await sql`
    select from sms_messages messages where sim_id = ${simId} and ${expectsAnswer('messages')} limit 1`.execute(db)
  return rows.length > 0
}

const pollCode = 1
const shownMessages = 10

type MessageRow = Omit<SmsMessage, 'created_at' | 'sent_at' | 'ended_at' | 'proof' | 'polled_at' | 'script'> & {
  created_at: Date
  sent_at: Date | null
  ended_at: Date | null
  polled_at: Date | null
  proof_status: number | null
  proof_is_authentic: boolean | null
  proof_at: Date | null
  script_tar: Buffer | null
  script: Buffer | null
  script_result: Buffer | null
}

/** The last messages of a SIM, newest first, each with the first poll on the day after it. */
export async function selectMessages(db: Db, simId: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select id, state, created_at, sent_at, ended_at, attempts, counter, message_id, reason, detail, proof_status, proof_is_authentic, proof_at,
      script_tar, script, script_result,
      (select min(at) from raw_ota_service_logs logs where logs.sim_id = messages.sim_id and code = ${pollCode} and direction = 'card'
        and messages.script is null and at >= messages.sent_at and at < messages.sent_at + interval '1 day') as polled_at
    from sms_messages messages where sim_id = ${simId} order by id desc limit ${shownMessages}
  `.execute(db)
  return rows
}
