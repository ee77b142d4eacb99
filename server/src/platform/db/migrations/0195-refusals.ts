import { type Kysely, sql } from 'kysely'

/** Finds the results of a campaign by the number of their answers, which tells the line that a card refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create index rfm_results_answered on rfm_results (
  campaign_id,
  (jsonb_array_length(jsonb_path_query_array(answers, '$.lines.keyvalue()'))),
  (jsonb_array_length(jsonb_path_query_array(answers, '$.before.keyvalue()')))
);
`
