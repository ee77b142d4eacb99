import { type Kysely, sql } from 'kysely'

/** `mailed`: the mails at once are made. `notification_digests`: the end of the time that a member's last daily mail covers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table notifications add column mailed boolean not null default false;
update notifications set mailed = true;
create index notifications_unmailed on notifications (id) where not mailed;

create table notification_digests (
  member_id bigint primary key references members on delete cascade,
  sent_to timestamptz not null
);
`
