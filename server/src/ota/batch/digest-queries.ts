import { sql } from 'kysely'
import { plainArray } from '../../platform/db/arrays.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PollRecord } from './poll-queries.ts'

/**
 * Stores the digests of the content that cards reported, for SIMs whose content was read. A digest that is older than the last known change
 * is ignored, and one that is stored already costs no write.
 */
export async function writeDigests(trx: Db, polls: readonly PollRecord[]): Promise<void> {
  const reported = polls.filter(({ content_digest: digest }) => digest !== null)
  if (reported.length === 0) return
  const of = (name: keyof PollRecord) => plainArray(reported.map((poll) => poll[name]))
  await sql`
    update sim_content_digests d set reported_digest = r.digest
    from unnest(${of('sim_id')}::bigint[], ${of('at')}::float8[], ${of('content_digest')}::bigint[]) as r (sim_id, at, digest)
    where d.sim_id = r.sim_id and d.reported_digest is distinct from r.digest and to_timestamp(r.at / 1000) > d.digest_at`.execute(trx)
}
