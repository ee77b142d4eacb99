import { type Kysely, sql } from 'kysely'

/** The number of unanswered requests of each task and platform, so that they are not counted when an account is shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table open_status_requests (
  task_id bigint not null references tasks on delete cascade,
  platform text not null,
  count int not null,
  primary key (task_id, platform)
);
insert into open_status_requests (task_id, platform, count)
  select task_id, platform, count(*) from status_requests where state <> 'answered' group by task_id, platform;
`
