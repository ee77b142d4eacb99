import { sql } from 'kysely'
import type { WakeSkip } from '@simdeck/contract/campaign-wakes.ts'
import type { SmsMessageState, SmsReason } from '@simdeck/contract/sim-sms.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBeingSetUp } from '../sql/being-set-up.ts'
import type { SkippedWakes, WakeMessages } from './figures.ts'

export type OpenWakes = {
  id: number
  /** True while SIMs of a released wave have no message yet, and the campaign runs. */
  isDue: boolean
  /** Messages that wait to be sent. */
  queued: number
  /** Messages that wait to be sent or for their answer. */
  inFlight: number
}

/** The campaigns that wake SIMs and whose figures may change, in their order. */
export async function selectOpenWakes(db: Db): Promise<OpenWakes[]> {
  const { rows } = await sql<OpenWakes>`
    with under_way as (
      select campaign_id, count(*) as in_flight, count(*) filter (where state <> 'sent') as queued
      from sms_messages where state in ('queued', 'sent', 'unknown') and campaign_id is not null group by 1
    )
    select campaigns.id, coalesce(queued, 0) as queued, coalesce(in_flight, 0) as "inFlight",
      campaigns.state = 'running' and released_wave > done_waves and not ${isBeingSetUp('campaigns')} as "isDue"
    from campaign_wakes wakes join campaigns on campaigns.id = wakes.campaign_id left join under_way on under_way.campaign_id = campaigns.id
    where not is_over order by campaigns.id`.execute(db)
  return rows
}

/** `obstacle`: the reason for which no message can be sent. */
export type Sending = { perSecond: number; obstacle: 'noGateway' | 'gatewayPaused' | null }

/** The state of the gateway, and its limit of messages in a second. */
export async function selectSending(db: Db): Promise<Sending> {
  const gateway = await db.selectFrom('sms_gateway').select(['messages_per_second', 'is_paused']).executeTakeFirst()
  if (!gateway) return { perSecond: 0, obstacle: 'noGateway' }
  return { perSecond: gateway.messages_per_second, obstacle: gateway.is_paused ? 'gatewayPaused' : null }
}

type Position = { wave: number; lastSimId: number; skipped: SkippedWakes }

/** The next wave whose SIMs get messages, and the last SIM that was looked at; undefined if nothing is due, or another node is at it. */
export async function lockPosition(trx: Db, campaignId: number): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select done_waves + 1 as wave, last_sim_id as "lastSimId", skipped
    from campaign_wakes wakes join campaigns on campaigns.id = wakes.campaign_id
    where wakes.campaign_id = ${campaignId} and campaigns.state = 'running' and released_wave > done_waves
    for update of wakes skip locked`.execute(trx)
  return rows[0]
}

/** Seconds after which a message is sent, so that each node knows by then that the SIM has work: a SIM that finds none waits for its next poll. */
const settleSeconds = 3

type QueuedPart = { looked: number; lastSimId: number; simIds: number[]; skipped: SkippedWakes }

/**
 * Queues a message for each of the next SIMs of a wave whose OTAs are all Ready, and that has keys and a number, unless there is an
 * `obstacle` for all of them.
 */
export async function queueMessages(
  trx: Db,
  campaignId: number,
  { wave, after, take, obstacle }: { wave: number; after: number; take: number; obstacle: Sending['obstacle'] },
): Promise<QueuedPart> {
  const { rows } = await sql<{ sim_id: number; reason: WakeSkip | null }>`
    with part as materialized (
      select sim_id, bool_and(status = 'Ready') as waits from ota_jobs
      where campaign_id = ${campaignId} and wave = ${wave} and sim_id > ${after} group by sim_id order by sim_id limit ${take}
    ),
    judged as materialized (
      select part.sim_id, case when not waits then 'begun' when ${obstacle}::text is not null then ${obstacle}
        when keys.sim_id is null then 'noKeys' when sims.msisdn is null then 'noNumber' end as reason
      from part join sims on sims.id = part.sim_id left join sim_sms_keys keys on keys.sim_id = part.sim_id
    ),
    queued as (
      insert into sms_messages (sim_id, campaign_id, due_at) select sim_id, ${campaignId}, now() + make_interval(secs => ${settleSeconds})
      from judged where reason is null order by sim_id
      on conflict do nothing returning sim_id
    )
    select sim_id, case when reason is null and queued.sim_id is null then 'otherWake' else reason end as reason
    from judged left join queued using (sim_id) order by sim_id`.execute(trx)
  const skipped: SkippedWakes = {}
  for (const { reason } of rows) if (reason) skipped[reason] = (skipped[reason] ?? 0) + 1
  const simIds = rows.flatMap(({ sim_id, reason }) => (reason === null ? [sim_id] : []))
  return { looked: rows.length, lastSimId: rows.at(-1)?.sim_id ?? after, simIds, skipped }
}

/** Stores the position up to which SIMs have a message. `doneWave`: all SIMs of that wave. */
export async function movePosition(
  trx: Db,
  campaignId: number,
  { doneWave, lastSimId, skipped }: { doneWave: number | null; lastSimId: number; skipped: SkippedWakes },
): Promise<void> {
  await trx
    .updateTable('campaign_wakes')
    .set({
      ...(doneWave === null ? { last_sim_id: lastSimId } : { done_waves: doneWave, last_sim_id: 0 }),
      skipped: JSON.stringify(skipped),
    })
    .where('campaign_id', '=', campaignId)
    .execute()
}

/** Cancels the messages that campaigns queued that have ended or were stopped since. Returns their SIMs and campaigns. */
export async function cancelMessages(db: Db): Promise<{ sim_id: number; campaign_id: number }[]> {
  const { rows } = await sql<{ sim_id: number; campaign_id: number }>`
    update sms_messages set state = 'failed', reason = 'cancelled', ended_at = now()
    where state in ('queued', 'unknown') and not at_once and campaign_id in (
      select wakes.campaign_id from campaign_wakes wakes join campaigns on campaigns.id = wakes.campaign_id
      where not is_over and state not in ('awaitingApproval', 'scheduled', 'running', 'paused'))
    returning sim_id, campaign_id`.execute(db)
  return rows
}

/** Days after the end of a campaign in which receipts for its messages are still counted. */
const receiptDays = 3

/** Counts the messages of a campaign and stores the counts; true if they differ from those before. */
export async function storeMessageCounts(trx: Db, campaignId: number): Promise<boolean> {
  const before = await trx
    .selectFrom('campaign_wakes')
    .select(['messages', 'is_over'])
    .where('campaign_id', '=', campaignId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!before) return false
  const { rows } = await sql<{ state: SmsMessageState; reason: SmsReason | null; sims: number }>`
    select state, case when state = 'failed' then reason end as reason, count(*) as sims from sms_messages
    where campaign_id = ${campaignId} group by 1, 2 order by 1, 2`.execute(trx)
  const messages: WakeMessages = {}
  for (const { state, reason, sims } of rows) {
    if (state === 'failed') messages.failed = { ...messages.failed, [reason ?? 'unknown']: sims }
    else {
      const name = state === 'delivered' ? 'delivered' : state === 'accepted' ? 'sent' : 'waiting'
      messages[name] = (messages[name] ?? 0) + sims
    }
  }
  await sql`
    update campaign_wakes wakes set messages = ${JSON.stringify(messages)}::jsonb,
      is_over = finished_at is not null and ${(messages.waiting ?? 0) === 0}
        and (${(messages.sent ?? 0) === 0} or finished_at < now() - make_interval(days => ${receiptDays}))
    from campaigns where campaigns.id = wakes.campaign_id and wakes.campaign_id = ${campaignId}`.execute(trx)
  return JSON.stringify(inOrder(before.messages)) !== JSON.stringify(inOrder(messages))
}

const inOrder = ({ waiting = 0, sent = 0, delivered = 0, failed = {} }: WakeMessages) => [
  waiting,
  sent,
  delivered,
  Object.entries(failed).toSorted(([one], [other]) => (one < other ? -1 : 1)),
]

/** The eligible SIMs of a dry run by what a message to them needs. */
export async function countWakeable(db: Db, snapshotId: number): Promise<{ eligible: number; keyed: number; wakeable: number }> {
  const { rows } = await sql<{ eligible: number; keyed: number; wakeable: number }>`
    with eligible as (select effect, sims from ota_dry_run_effects where selection_id = ${snapshotId} and reason is null),
    keyed as (
      select sims.msisdn is not null as has_number
      from ota_dry_run_sims part cross join unnest(part.sim_ids) as given (sim_id)
        join sim_sms_keys keys on keys.sim_id = given.sim_id join sims on sims.id = given.sim_id
      where part.selection_id = ${snapshotId} and part.effect in (select effect from eligible)
    )
    select (select coalesce(sum(sims), 0)::bigint from eligible) as eligible, count(*) as keyed,
      count(*) filter (where has_number) as wakeable from keyed`.execute(db)
  return rows[0]!
}
