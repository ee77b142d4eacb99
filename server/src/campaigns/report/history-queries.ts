import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A successful call of the action log. `params` is its body as JSON text. */
export type ChangeRow = { at: Date; url: string; by: string; email: string | null; params: string }

/**
 * The calls that changed a campaign, newest first. It reads the rows of these addresses, and of the archive since the creation of the
 * campaign.
 */
export async function selectChanges(
  db: Db,
  { since, urls, archiveUrl, id, limit }: { since: Date; urls: readonly string[]; archiveUrl: string; id: number; limit: number },
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select request_at as at, url, coalesce(members.name, request_by) as by,
      case when member_id is not null then request_by end as email, request_params as params
    from action_logs left join members on members.id = action_logs.member_id
    where request_at >= ${since} and action in ('otaAdd', 'otaUpdate') and status < 400
      and (url = any(${urls}) or (url = ${archiveUrl} and request_params::jsonb -> 'ids' @> to_jsonb(${id}::bigint)))
    order by request_at desc, action_logs.id desc limit ${limit}`.execute(db)
  return rows
}

export type Emails = { creator: string | null; asker: string | null; decider: string | null }

/** The e-mail addresses of the members who started a campaign, asked for its approval and decided on it; null for those it does not have. */
export async function selectEmails(db: Db, id: number): Promise<Emails> {
  const { rows } = await sql<Emails>`
    select creator.email as creator, case when a.asked_credential is null then a.asked_email end as asker, decider.email as decider
    from campaigns c left join members creator on creator.id = c.created_by
    left join campaign_approvals a on a.campaign_id = c.id left join members decider on decider.id = a.decided_by
    where c.id = ${id}`.execute(db)
  return rows[0] ?? { creator: null, asker: null, decider: null }
}
