import { type Kysely, sql } from 'kysely'

/** What is searched in is kept in one width, so that ＡＢＣ and ABC, ｶﾒﾗ and カメラ find each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create or replace function words_of(sim sims) returns text language sql immutable parallel safe as $$
  select lower(normalize(coalesce(sim.external_device_id, '') || chr(10) || coalesce(sim.device_alias, ''), NFKC))
$$;
update sim_texts set words = words_of(sims), grams = grams_of(sims)
from sims where sims.id = sim_texts.sim_id and sim_texts.words <> words_of(sims);
`
