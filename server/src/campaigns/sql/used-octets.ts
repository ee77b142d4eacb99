import { sql } from 'kysely'

/**
 * The octets that the sessions of a campaign with a budget have sent and received, those of open sessions included; null for a campaign
 * without a budget.
 */
export const usedOctets = (campaign: string) => sql<number | null>`case when ${sql.raw(campaign)}.rollout ->> 'octetsInAll' is not null then
  coalesce((select sum(kept.octets) from campaign_octets kept where kept.campaign_id = ${sql.raw(campaign)}.id), 0)::bigint
  + coalesce((select sum(s.octets) from ota_sessions s where s.octets_campaign_id = ${sql.raw(campaign)}.id), 0)::bigint end`
