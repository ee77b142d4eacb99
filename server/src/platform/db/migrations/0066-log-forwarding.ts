import { type Kysely, sql } from 'kysely'

/**
 * The syslog receiver of the action log and the security log, with the last row of each that it took. `version` differs after each change of
 * the receiver. A receiver that was removed still gets the rows up to `last_action_id`. The action log is found by action without reading its other rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table log_forwarding (
  only_one boolean primary key default true check (only_one),
  version bigint generated always as identity,
  host text not null,
  port int not null,
  ca text not null,
  action_id bigint not null,
  security_id bigint not null,
  last_action_id bigint,
  sent_at timestamptz,
  failing_since timestamptz,
  failure text,
  detail text
);
create index action_logs_action on action_logs (action, request_at desc, id desc);
`
