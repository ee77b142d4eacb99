import { type Kysely, sql } from 'kysely'

/** A rule keeps a copy of the filters of its view, with which it goes on when the view is not shared any more. A figure is a second source. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
update alert_rules r set filter = v.search from sim_views v where v.id = r.view_id;
alter table alert_rules drop constraint alert_rules_source_check;
alter table alert_rules add constraint alert_rules_source_check check (source in ('view', 'filter', 'figure'));
alter table alert_rules add column figure text;
alter table alert_firings add column figure text;
`
