import { type Kysely, sql } from 'kysely'

/** `weights`: the number of minutes of each figure, for figures that some minutes of the step do not have; `minutes` for others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table dashboard_figures add column weights jsonb not null default '{}';
`
