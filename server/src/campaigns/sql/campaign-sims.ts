import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { WaitingReason } from '@simdeck/contract/campaign-report.ts'
import { maxUnanswered } from '@simdeck/contract/rollout.ts'
import { refusedCode } from '@simdeck/contract/traces.ts'
import { statusOfSim } from '../../ota-kinds/sql/combined-progress.ts'

/** In the SQL of this file, `m` is the OTA of a SIM in a campaign, and `u` its removal if there is one besides. */
export const { removalDecides, status: simStatus } = statusOfSim('m', 'u')
export const simCancelled = sql<SqlBool>`(m.reason is not distinct from 'cancelled' and (u.id is null or u.reason is not distinct from 'cancelled'))`

/**
 * One row for each SIM of a campaign: the same SIMs and statuses as `outcomes`, in a form in which a page is read without the rest of the
 * campaign. `more` are joined tables.
 */
export const campaignSims = (campaignId: number, more: RawBuilder<unknown> = sql``) => sql`ota_jobs m
  left join lateral (select r.id, r.status, r.reason, r.code, r.sw, r.not_before, r.unanswered from ota_jobs r
    where m.kind <> 'remove' and r.campaign_id = m.campaign_id and r.sim_id = m.sim_id and r.kind = 'remove') u on true ${more}
  where m.campaign_id = ${campaignId} and (m.kind <> 'remove'
    or not exists (select from ota_jobs o where o.campaign_id = m.campaign_id and o.sim_id = m.sim_id and o.kind <> 'remove'))`

/**
 * The tables that `waitingReason` reads, joined to `campaignSims`. `open` is the SIM's session; `slots` and `cells` count the sessions that
 * hold a place of the campaign, in all and in each cell.
 */
export const waitingTables = (campaignId: number) => sql`join campaigns c on c.id = m.campaign_id
  left join sim_contacts contact on contact.sim_id = m.sim_id left join ota_sessions open on open.sim_id = m.sim_id
  cross join (select count(*) as taken from ota_sessions where slot_campaign_id = ${campaignId}) slots
  left join (select slot_cell, count(*) as taken from ota_sessions where slot_campaign_id = ${campaignId} group by slot_cell) cells
    on cells.slot_cell = concat_ws('-', contact.mcc, contact.mnc, contact.lac, contact.cell_id)
  left join lateral (select coalesce((select released_at from campaign_waves w where w.campaign_id = c.id and w.wave = m.wave),
    c.created_at) as at) begun on true`

/** True if the campaign has as many sessions as it may, in all or in the cell of the SIM, and none with the SIM. */
const isFull = sql`(open.sim_id is null and (slots.taken >= (c.rollout ->> 'maxAtOnce')::int
  or (contact.cell_id is not null and cells.taken >= (c.rollout ->> 'maxPerCell')::int)))`

const reason = (name: WaitingReason) => sql.lit(name)

/**
 * The reason for which a SIM is still Ready. The sum with 0 keeps PostgreSQL from the index on `session_id`: in a new partition, of which
 * it has no statistics, it would read all messages without a session for each SIM.
 */
export const waitingReason = sql`case when c.stopped_at is not null then ${reason('stopping')}
  when c.state = 'awaitingApproval' then ${reason('approval')}
  when c.state = 'scheduled' then ${reason('scheduled')}
  when m.wave > c.released_wave then ${reason('wave')}
  when c.state = 'paused' and c.pause_cause = 'window' then ${reason('window')}
  when c.state = 'paused' then ${reason('paused')}
  when greatest(m.unanswered, u.unanswered) >= ${sql.lit(maxUnanswered)} then ${reason('unanswered')}
  when m.not_before > now() or u.not_before > now() then ${reason('retry')}
  when m.transport = 'sms' then case when exists (select from sms_gateway where not is_paused) then ${reason('message')} else ${reason('gateway')} end
  when (contact.last_poll is null or contact.last_poll < begun.at) and exists (select from raw_ota_service_logs l
    where l.sim_id = m.sim_id and l.session_id + 0 = 0 and l.code = ${sql.lit(refusedCode)} and l.at > now() - interval '1 day') then ${reason('refused')}
  when contact.last_poll is null then ${reason('neverPolled')}
  when contact.last_poll < now() - interval '1 day' then ${reason('silent')}
  when contact.last_poll < begun.at and begun.at < now() - interval '10 minutes' then ${reason('noPoll')}
  when ${isFull} then ${reason('limit')}
  else ${reason('soon')} end`
