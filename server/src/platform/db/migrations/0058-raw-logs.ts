import { type Kysely, sql } from 'kysely'

/** The raw API log and the raw proxy log, with a partition for each day. A row with `left_out` stands for that many rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table raw_api_logs (
  id bigint generated always as identity,
  at timestamptz not null,
  caller text,
  source text,
  method text,
  route text,
  url text,
  status int,
  ms int,
  request_bytes bigint,
  response_bytes bigint,
  ip text,
  request_id text,
  request_body text,
  response_body text,
  left_out int
) partition by range (at);
create table raw_api_logs_default partition of raw_api_logs default;
create index raw_api_logs_id on raw_api_logs (id desc);
create index raw_api_logs_at on raw_api_logs using brin (at) with (pages_per_range = 16);
create index raw_api_logs_caller on raw_api_logs (lower(caller), id desc);
create index raw_api_logs_route on raw_api_logs (route, id desc);
create index raw_api_logs_failures on raw_api_logs (id desc) where status >= 400;

create table raw_proxy_logs (
  id bigint generated always as identity,
  at timestamptz not null,
  kind text,
  host text,
  operation text,
  ok boolean,
  answer text,
  ms int,
  request_bytes bigint,
  response_bytes bigint,
  left_out int
) partition by range (at);
create table raw_proxy_logs_default partition of raw_proxy_logs default;
create index raw_proxy_logs_id on raw_proxy_logs (id desc);
create index raw_proxy_logs_at on raw_proxy_logs using brin (at) with (pages_per_range = 16);
create index raw_proxy_logs_host on raw_proxy_logs (host, id desc);
create index raw_proxy_logs_failures on raw_proxy_logs (id desc) where not ok;
`
