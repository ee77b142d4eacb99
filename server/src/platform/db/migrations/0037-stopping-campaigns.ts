import { type Kysely, sql } from 'kysely'

/**
 * A campaign that is stopped starts no further SIM from that moment, and cancels its Ready OTAs afterwards, in parts. The states
 * `awaitingApproval` and `rejected` belong to the approval by a second person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table campaigns drop constraint campaigns_state_check;
alter table campaigns add constraint campaigns_state_check check (state in ('awaitingApproval', 'scheduled', 'running', 'paused', 'stopping',
  'completed', 'completedWithFailures', 'stopped', 'rejected'));
alter table campaigns add column stopped_by text;
update campaigns set state = 'stopping' where state = 'running' and stopped_at is not null;
drop index campaigns_open;
create index campaigns_open on campaigns (id) where state in ('awaitingApproval', 'scheduled', 'running', 'paused', 'stopping');
`
