import { type Kysely, sql } from 'kysely'

/**
 * Tags of SIMs. A SIM holds the keys of its tags, so that lists are filtered without a join; `sim_tags` holds the texts that are shown. The
 * triggers on `sims` report changes of tags to the index of the SIM list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table sim_tags (
  key text collate "C" primary key check (char_length(key) between 1 and 32),
  label text not null check (char_length(label) between 1 and 32),
  created_at timestamptz not null default now()
);

-- Keys in ascending order, each once.
alter table sims add column tags text[] collate "C" not null default '{}' check (cardinality(tags) <= 20);
-- The sweep of unused tags asks for each tag if a SIM has it.
create index sims_tags on sims using gin (tags) where tags <> '{}';

create function sim_tag_labels(keys text[]) returns text[] language sql stable parallel safe as $$
  select array(
    select coalesce(sim_tags.label, given.key)
    from unnest(keys) with ordinality as given (key, place) left join sim_tags on sim_tags.key = given.key collate "C"
    order by place)
$$;
`
