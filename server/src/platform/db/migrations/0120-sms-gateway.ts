import { type Kysely, sql } from 'kysely'

/** The gateway for short messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table sms_gateway (
  only_one boolean primary key default true check (only_one),
  host text not null,
  port int not null,
  security text not null check (security in ('tls', 'none')),
  system_id text not null,
  system_type text not null,
  sender text not null,
  password bytea
);
`
