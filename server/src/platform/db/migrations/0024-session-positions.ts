import { type Kysely, sql } from 'kysely'

/**
 * The row of a session holds the position of its script, and all that a frame changes, in columns. Their index changes once a minute, so
 * that a frame writes no index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table ota_sessions
  add column asked text,
  add column chunk_end integer,
  add column last_frame_at timestamptz,
  add column expiry_minute timestamptz,
  add column acked integer,
  add column sent integer,
  add column reached integer;

update ota_sessions set
  asked = state ->> 'asked',
  chunk_end = coalesce((state ->> 'chunkEnd')::integer, 0),
  last_frame_at = expires_at - interval '180 seconds',
  expiry_minute = date_trunc('minute', expires_at),
  state = state - array['asked', 'chunkEnd', 'lastFrameAtMs'];

update ota_sessions s set
  acked = (j.knowledge #>> '{script,acked}')::integer,
  sent = (j.knowledge #>> '{script,sent}')::integer,
  reached = coalesce((j.knowledge ->> 'reached')::integer, 0)
from ota_jobs j where j.id = s.job_id and s.state ->> 'state' = 'script' and jsonb_typeof(j.knowledge -> 'script') = 'object';

alter table ota_sessions
  alter column chunk_end set not null,
  alter column last_frame_at set not null,
  alter column expiry_minute set not null,
  drop column expires_at;

create index ota_sessions_expiry on ota_sessions (expiry_minute);
`
