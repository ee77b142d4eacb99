import { type Kysely, sql } from 'kysely'

/**
 * Further kinds of difference, and the comparison anew of the stored content lists, which tells extra content that can be removed from that
 * of a poller or a security domain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sim_differences drop constraint sim_differences_kind_check;
alter table sim_differences add constraint sim_differences_kind_check
  check (kind in ('missing', 'otherVersion', 'otherState', 'keyVersion', 'poller', 'extra')) not valid;
insert into queued_jobs (queue, key) select 'inventories', 1 where exists (select from sim_inventories) on conflict do nothing;
`
