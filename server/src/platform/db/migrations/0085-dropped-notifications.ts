import { type Kysely, sql } from 'kysely'

/** The numbers of deleted notifications, which daily mails still tell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table notification_drops (
  minute timestamptz not null,
  kind text not null,
  owner_id bigint references members on delete set null,
  count integer not null
);
create index notification_drops_minute on notification_drops (minute);
create index notification_drops_owner on notification_drops (owner_id) where owner_id is not null;
`
