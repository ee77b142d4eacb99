import { type Kysely, sql } from 'kysely'

/** The notifications whose mails wait for the end of the quiet hours of a member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table notification_waits (
  member_id bigint not null references members on delete cascade,
  notification_id bigint not null references notifications on delete cascade,
  primary key (member_id, notification_id)
);
create index notification_waits_notification on notification_waits (notification_id);
`
