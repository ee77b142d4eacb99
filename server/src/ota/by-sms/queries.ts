import { sql } from 'kysely'
import type { SmsMessageState, SmsReason } from '@simdeck/contract/sim-sms.ts'
import { isBeingSetUp } from '../../campaigns/sql/being-set-up.ts'
import { held } from '../../ota-kinds/sql/workable.ts'
import type { Db } from '../../platform/db/database.ts'
import { responseStatus } from '@simdeck/protocol/scp80/response-status.ts'
import { openMessage } from '../../sms/sql/open-message.ts'

/** The limit of messages in a second; null while no gateway is set, or while its sending is paused. */
export async function selectPace(db: Db): Promise<number | null> {
  const gateway = await db.selectFrom('sms_gateway').select(['messages_per_second', 'is_paused']).executeTakeFirst()
  return gateway && !gateway.is_paused ? gateway.messages_per_second : null
}

/** Conditions for OTAs `j` that were not tried yet, and for those whose next attempt is due, each with an index of its own. */
const fresh = sql`j.transport = 'sms' and j.status = 'Ready' and j.not_before is null`
const retried = sql`j.transport = 'sms' and j.status = 'Ready' and j.not_before <= now()`

/** `room`: SIMs that may be under way besides; null for no limit. `queued`: messages that wait to be sent. */
export type DueCampaign = { id: number; queued: number; room: number | null }

/** The running campaigns that send scripts by SMS to further SIMs, in their order. */
export async function selectDueCampaigns(db: Db): Promise<DueCampaign[]> {
  const { rows } = await sql<DueCampaign>`
    with waiting as (
      select campaign_id, count(*) as queued from sms_messages where state = 'queued' and ota_id is not null group by 1
    )
    select c.id, coalesce(queued, 0) as queued, (c.rollout ->> 'maxAtOnce')::int - coalesce(queued, 0)
      - (case when c.rollout ->> 'maxAtOnce' is null then 0
        else (select count(*) from ota_jobs u where u.campaign_id = c.id and u.status = 'Started') end) as room
    from campaigns c left join waiting on waiting.campaign_id = c.id
    where c.state = 'running' and c.action = 'rfm' and not ${isBeingSetUp('c')}
      and (exists (select from ota_jobs j where j.campaign_id = c.id and ${fresh} and j.wave <= c.released_wave)
        or exists (select from ota_jobs j where j.campaign_id = c.id and ${retried}))
    order by c.id`.execute(db)
  return rows
}

/**
 * The next OTAs of a campaign whose SIMs have no message that the card has still to answer: those whose retry is due, then those of released
 * waves.
 */
export async function selectNextOtas(trx: Db, campaignId: number, limit: number): Promise<{ id: number; sim_id: number }[]> {
  const free = sql`j.campaign_id = ${campaignId} and not ${held('j')} and not ${openMessage('j.sim_id')}`
  const { rows } = await sql<{ id: number; sim_id: number }>`
    (select j.id, j.sim_id from ota_jobs j where ${retried} and ${free} order by j.not_before limit ${limit})
    union all
    (select j.id, j.sim_id from ota_jobs j where ${fresh} and ${free} order by j.wave, j.id limit ${limit})
    limit ${limit}`.execute(trx)
  return rows
}

/** Locks SIMs in the order of their ids, before their OTAs, as sessions and stops of campaigns do. */
export async function lockSims(trx: Db, simIds: readonly number[]): Promise<void> {
  await sql`select id from sims where id = any(${simIds}::bigint[]) order by id for no key update`.execute(trx)
}

export type ScriptToQueue = { otaId: number; simId: number; campaignId: number; tar: Uint8Array; script: Uint8Array }

/** Queues scripts for SIMs without a message that waits to be sent or for the answer of the gateway. */
export async function insertScripts(trx: Db, scripts: readonly ScriptToQueue[]): Promise<void> {
  await sql`
    insert into sms_messages (sim_id, campaign_id, ota_id, script_tar, script)
    select * from unnest(${scripts.map(({ simId }) => simId)}::bigint[], ${scripts.map(({ campaignId }) => campaignId)}::bigint[],
      ${scripts.map(({ otaId }) => otaId)}::bigint[], ${scripts.map(({ tar }) => Buffer.from(tar))}::bytea[],
      ${scripts.map(({ script }) => Buffer.from(script))}::bytea[])
    on conflict do nothing`.execute(trx)
}

/** Cancels messages that would be sent although their OTA has ended: one that stayed would keep its SIM from every other. Returns their SIMs. */
export async function cancelScripts(db: Db): Promise<number[]> {
  const { rows } = await sql<{ sim_id: number }>`
    update sms_messages set state = 'failed', reason = 'cancelled', ended_at = now(), ota_ended = true
    where state in ('queued', 'unknown') and ota_id is not null
      and not exists (select from ota_jobs j where j.id = sms_messages.ota_id and j.status in ('Ready', 'Started'))
    returning sim_id`.execute(db)
  return rows.map(({ sim_id }) => sim_id)
}

export type OtaMessage = { id: number; ota_id: number; sim_id: number }

/**
 * Messages with an outcome that their OTA does not have yet, the oldest first. A low counter is none: the card has had the message before, and
 * its first proof may come later.
 */
export async function selectAnswered(db: Db, limit: number): Promise<OtaMessage[]> {
  const { rows } = await sql<OtaMessage>`
    select id, ota_id, sim_id from sms_messages where ota_id is not null and not ota_ended and (state = 'failed' or proof_is_authentic)
      and (state = 'failed' or proof_status <> ${responseStatus.counterLow})
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Hours for which the answer of a card is awaited: gateways keep a message for a day at most by default. */
const answerHours = 24
/** Minutes for which a better proof is awaited after a low counter, or after a refusal without a checksum, which anybody can send. */
const proofMinutes = 10

/**
 * Messages of which no answer of the card, or no better one, is expected any more. They may also wait to be sent again, without a gateway or
 * in a paused campaign.
 */
export async function selectUnanswered(db: Db, limit: number): Promise<OtaMessage[]> {
  const { rows } = await sql<OtaMessage>`
    (select id, ota_id, sim_id from sms_messages where ota_id is not null and not ota_ended
      and sent_at < now() - ${answerHours} * interval '1 hour' order by sent_at limit ${limit})
    union
    (select id, ota_id, sim_id from sms_messages where ota_id is not null and not ota_ended and proof_status <> 0
      and proof_at < now() - ${proofMinutes} * interval '1 minute' order by proof_at limit ${limit})`.execute(db)
  return rows
}

export type MessageOutcome = {
  state: SmsMessageState
  attempts: number
  reason: SmsReason | null
  script: Buffer
  script_result: Buffer | null
  proof_status: number | null
  proof_is_authentic: boolean | null
}

/** Marks a message as told to its OTA, and sends it no more; undefined if it was before. */
export async function endMessage(trx: Db, id: number): Promise<MessageOutcome | undefined> {
  const { rows } = await sql<MessageOutcome>`
    update sms_messages set ota_ended = true where id = ${id} and not ota_ended
    returning state, attempts, reason, script, script_result, proof_status, proof_is_authentic`.execute(trx)
  if (rows[0])
    await sql`
      update sms_messages set state = 'failed', reason = 'cancelled', ended_at = now()
      where id = ${id} and state in ('queued', 'sent', 'unknown')`.execute(trx)
  return rows[0]
}
