import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A successful call of the action log. `params` is its body as JSON text. */
export type ChangeRow = { at: Date; url: string; by: string; params: string }

/** The calls that changed a campaign, newest first. It reads the rows of these addresses, and of the archive since the creation of the campaign. */
export async function selectChanges(
  db: Db,
  { since, urls, archiveUrl, id, limit }: { since: Date; urls: readonly string[]; archiveUrl: string; id: number; limit: number },
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select request_at as at, url, request_by as by, request_params as params from action_logs
    where request_at >= ${since} and action in ('otaAdd', 'otaUpdate') and status < 400
      and (url = any(${urls}) or (url = ${archiveUrl} and request_params::jsonb -> 'ids' @> to_jsonb(${id}::bigint)))
    order by request_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
