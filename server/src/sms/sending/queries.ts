import { sql } from 'kysely'
import { responseStatus } from '@simdeck/protocol/scp80/response-status.ts'
import type { SmsFailure } from '@simdeck/contract/sms-gateway.ts'
import type { SmsReason } from '@simdeck/contract/sim-sms.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SealedKeySet } from '../../key-sets/sms-key-sets.ts'

/** Hours after which a message that was not sent is given up: a SIM that polls by itself needs it no more. */
const lateHours = 24
/** The last messages to a number that a proof of receipt may answer. */
const answerable = 3

type Keys = Omit<SealedKeySet, 'key_set'> & { key_set: number | null }
export type DueMessage = Keys & {
  /** The TAR of the admin agent that the message wakes, and its parameters; null if it wakes the poller. */
  trigger_tar: Buffer | null
  trigger_parameters: Buffer | null
  /** A script in place of a wake-up, with the TAR of its application. */
  script_tar: Buffer | null
  script: Buffer | null
  /** The OTA whose commands the script has. */
  ota_id: number | null
  id: number
  sim_id: number
  iccid: string
  msisdn: string | null
  packet: Buffer | null
  destination: string | null
  is_late: boolean
}

/**
 * Locks messages that are due, the oldest first. Those of a campaign wait while it does not run, and are never late:
 * they are cancelled when it ends. A script whose card may have it already is sent again also while its campaign stops.
 */
export async function lockDue(trx: Db, limit: number): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    select messages.id, messages.sim_id, iccid, msisdn, packet, destination, key_set, algorithm, kic, kid, tar, fingerprint, trigger_tar, trigger_parameters,
      script_tar, script, ota_id,
      messages.campaign_id is null and messages.created_at < now() - ${lateHours} * interval '1 hour' as is_late
    from sms_messages messages join sims on sims.id = messages.sim_id left join sim_sms_keys keys on keys.sim_id = messages.sim_id
      left join sim_scp81_keys agents on agents.sim_id = messages.sim_id
    where state in ('queued', 'unknown') and due_at <= now() and (messages.campaign_id is null or at_once
      or exists (select from campaigns where campaigns.id = messages.campaign_id
        and (campaigns.state = 'running' or (campaigns.state = 'stopping' and ota_id is not null and attempts > 0))))
    order by due_at, messages.id limit ${limit}
    for update of messages skip locked
  `.execute(trx)
  return rows
}

/** Takes the next counter of each key set. A key set whose counter is used up is left out. */
export async function reserveCounters(trx: Db, fingerprints: readonly Buffer[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ fingerprint: Buffer; counter: number }>`
    insert into sms_counters (fingerprint, counter) select fingerprint, 1 from unnest(${fingerprints}::bytea[]) as wanted (fingerprint)
    order by fingerprint
    on conflict (fingerprint) do update set counter = sms_counters.counter + 1 where sms_counters.counter < 1099511627774
    returning fingerprint, counter
  `.execute(trx)
  return new Map(rows.map(({ fingerprint, counter }) => [fingerprint.toString('hex'), counter]))
}

/**
 * Locks SIMs until the transaction ends, and returns them without those that another one has locked. Waiting for it could be a deadlock,
 * since others lock a SIM before its messages.
 */
export async function lockFreeSims(trx: Db, simIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from sims where id = any(${simIds}::bigint[]) order by id for no key update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Marks OTAs of locked SIMs as started whose messages are about to be sent, and returns them. One that was cancelled meanwhile is not sent. */
export async function beginOtas(trx: Db, otaIds: readonly number[]): Promise<{ id: number; campaign_id: number }[]> {
  const { rows } = await sql<{ id: number; campaign_id: number }>`
    update ota_jobs set status = 'Started', started_at = coalesce(started_at, now()), code = null, sw = null, reason = null,
      failed_command = null, not_before = null, updated_at = now()
    where id = any(${otaIds}::bigint[]) and transport = 'sms' and status in ('Ready', 'Started') returning id, campaign_id`.execute(trx)
  return rows
}

export type NewPacket = { id: number; counter: number; packet: Uint8Array; destination: string }

/** Stores the packets of messages that are sent for the first time. */
export async function storePackets(trx: Db, packets: readonly NewPacket[]): Promise<void> {
  await sql`
    update sms_messages set counter = made.counter, packet = made.packet, destination = made.destination
    from unnest(${packets.map(({ id }) => id)}::bigint[], ${packets.map(({ counter }) => counter)}::bigint[],
      ${packets.map(({ packet }) => Buffer.from(packet))}::bytea[], ${packets.map(({ destination }) => destination)}::text[])
      as made (id, counter, packet, destination)
    where sms_messages.id = made.id
  `.execute(trx)
}

/** Returns the SIMs of the messages. */
export async function markSent(trx: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ sim_id: number }>`
    update sms_messages set state = 'sent', attempts = attempts + 1, sent_at = clock_timestamp()
    where id = any(${ids}::bigint[]) returning sim_id
  `.execute(trx)
  return rows.map(({ sim_id }) => sim_id)
}

/** Messages whose answer no node waits for any more are sent again: the gateway may have them or not. */
export async function markUnknown(db: Db): Promise<number[]> {
  const { rows } = await sql<{ sim_id: number }>`
    update sms_messages set state = 'unknown', due_at = now() where state = 'sent' returning sim_id
  `.execute(db)
  return rows.map(({ sim_id }) => sim_id)
}

/** The outcome of sending a message. `waitMs`: the time for which it waits before it is sent again. */
export type Answer = { id: number } & (
  | { kind: 'accepted'; messageId: string }
  | { kind: 'failed'; reason: SmsReason; detail: string }
  | { kind: 'again'; state: 'queued' | 'unknown'; waitMs: number }
)

/** Stores the answers of the gateway. A message that the card has confirmed meanwhile stays delivered. Returns the SIMs. */
export async function storeAnswers(trx: Db, answers: readonly Answer[]): Promise<number[]> {
  const states = answers.map((one) => (one.kind === 'again' ? one.state : one.kind))
  const { rows } = await sql<{ sim_id: number }>`
    update sms_messages set state = answer.state, message_id = coalesce(answer.message_id, sms_messages.message_id),
      reason = answer.reason, detail = answer.detail, due_at = now() + answer.wait * interval '1 millisecond',
      ended_at = case when answer.state = 'failed' then now() end
    from unnest(${answers.map(({ id }) => id)}::bigint[], ${states}::text[],
      ${answers.map((one) => (one.kind === 'accepted' ? one.messageId : null))}::text[],
      ${answers.map((one) => (one.kind === 'failed' ? one.reason : null))}::text[],
      ${answers.map((one) => (one.kind === 'failed' ? one.detail : null))}::text[],
      ${answers.map((one) => (one.kind === 'again' ? Math.round(one.waitMs) : 0))}::int[]) as answer (id, state, message_id, reason, detail, wait)
    where sms_messages.id = answer.id and sms_messages.state in ('queued', 'sent', 'unknown')
    returning sim_id
  `.execute(trx)
  return rows.map(({ sim_id }) => sim_id)
}

export type StoredReceipt = { messageId: string; reason: SmsReason | null }

/** Ends the messages that the receipts name. Returns those that were found. */
export async function storeReceipts(trx: Db, receipts: readonly StoredReceipt[]): Promise<{ sim_id: number; message_id: string }[]> {
  const { rows } = await sql<{ sim_id: number; message_id: string }>`
    update sms_messages set state = case when receipt.reason is null then 'delivered' else 'failed' end, reason = receipt.reason,
      ended_at = now()
    from unnest(${receipts.map(({ messageId }) => messageId)}::text[], ${receipts.map(({ reason }) => reason)}::text[])
      as receipt (message_id, reason)
    where sms_messages.message_id = receipt.message_id and state = 'accepted'
    returning sim_id, sms_messages.message_id
  `.execute(trx)
  return rows
}

/**
 * Ends messages that the gateway took longer ago than this and whose receipt did not come, for instance because the node that it was sent to
 * was killed. A receipt that comes later still tells their delivery. Returns the SIMs.
 */
export async function endUnconfirmed(db: Db, hours: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ sim_id: number }>`
    update sms_messages set ended_at = now(), reason = 'noReceipt' where id in (
      select id from sms_messages where state = 'accepted' and ended_at is null and sent_at < now() - ${hours} * interval '1 hour'
      order by sent_at limit ${limit} for update skip locked)
    returning sim_id
  `.execute(db)
  return rows.map(({ sim_id }) => sim_id)
}

export type AnswerableMessage = SealedKeySet & {
  id: number
  sim_id: number
  iccid: string
  destination: string
  packet: Buffer
  counter: number
}

/** The last packets that were sent to these numbers, the newest first. */
export async function selectAnswerable(trx: Db, destinations: readonly string[]): Promise<AnswerableMessage[]> {
  const { rows } = await sql<AnswerableMessage>`
    select found.*, iccid, key_set, algorithm, kic, kid, tar, fingerprint
    from unnest(${destinations}::text[]) as wanted (destination)
    cross join lateral (
      select id, sim_id, destination, packet, counter from sms_messages
      where sms_messages.destination = wanted.destination order by id desc limit ${answerable}
    ) found
    join sims on sims.id = found.sim_id join sim_sms_keys keys on keys.sim_id = found.sim_id
    order by found.id desc
  `.execute(trx)
  return rows
}

/** `data` is empty, except in the answer to a script. */
export type StoredProof = { id: number; status: number; isAuthentic: boolean; data: Uint8Array }

/**
 * Stores proofs of receipt, one of a message. Only a proof with a checksum ends its message. The one that the card has accepted a packet
 * stays: for a packet that arrives again the card reports a low counter, and its reports may overtake each other. A late one that tells what
 * a script did still ends its OTA, so that a retry does not run it again.
 */
export async function storeProofs(trx: Db, proofs: readonly StoredProof[]): Promise<number[]> {
  const { rows } = await sql<{ sim_id: number }>`
    update sms_messages set proof_status = proof.status, proof_is_authentic = proof.authentic, proof_at = now(),
      script_result = case when script is not null and proof.authentic then proof.data end,
      ota_ended = ota_ended and not (proof.authentic and proof.status = ${responseStatus.ok}),
      state = case when proof.authentic and state <> 'failed' then 'delivered' else state end,
      reason = case when proof.authentic and state <> 'failed' then null else reason end,
      ended_at = case when proof.authentic and state <> 'failed' then coalesce(ended_at, now()) else ended_at end
    from unnest(${proofs.map(({ id }) => id)}::bigint[], ${proofs.map(({ status }) => status)}::int[],
      ${proofs.map(({ isAuthentic }) => isAuthentic)}::boolean[], ${proofs.map(({ data }) => Buffer.from(data))}::bytea[])
      as proof (id, status, authentic, data)
    where sms_messages.id = proof.id
      and (proof_status is null or (proof.authentic and (not proof_is_authentic or (proof.status = 0 and proof_status <> 0))))
    returning sim_id
  `.execute(trx)
  return rows.map(({ sim_id }) => sim_id)
}

export type SenderState = { boundSince: Date | null; throttledAt: Date | null; throttled: number }

/** Writes the state of the node that sends. */
export async function writeSender(db: Db, { boundSince: bound_since, throttledAt: throttled_at, throttled }: SenderState): Promise<void> {
  const row = { bound_since, throttled_at, throttled, seen_at: new Date() }
  await db
    .insertInto('sms_sender')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute()
}

export async function writeSenderFailure(db: Db, failure: SmsFailure, detail: string): Promise<void> {
  const row = { bound_since: null, failure, detail, failed_at: new Date(), seen_at: new Date() }
  await db
    .insertInto('sms_sender')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute()
}

/** Deletes the oldest messages that are older than this. */
export async function deleteOldMessages(db: Db, days: number, limit: number): Promise<void> {
  await sql`
    delete from sms_messages where id in (
      select id from (select id, created_at from sms_messages order by id limit ${limit}) oldest
      where created_at < now() - ${days} * interval '1 day')
  `.execute(db)
}
