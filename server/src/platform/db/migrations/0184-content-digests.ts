import { type Kysely, sql } from 'kysely'

/** The digests of the content of cards: of the last list and the OTAs since, and those that pollers reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- Apart from the content lists, whose rows are large: every POLL looks at its row.
create table sim_content_digests (
  sim_id bigint primary key references sims on delete cascade,
  -- The digest of the content that the card is known to hold, and the time of the last change of it.
  digest bigint not null,
  digest_at timestamptz not null,
  -- The digest of the last POLL after that time.
  reported_digest bigint,
  -- The time from which the server may read the card by itself, the time of the last such reading, and the digest that caused it.
  question_at timestamptz not null default '-infinity',
  asked_at timestamptz,
  asked_digest bigint
) with (fillfactor = 80);
create index sim_content_digests_changed on sim_content_digests (question_at, sim_id)
  where reported_digest is not null and reported_digest <> digest;
create index sim_content_digests_asked on sim_content_digests (asked_at) where asked_at is not null;
`
