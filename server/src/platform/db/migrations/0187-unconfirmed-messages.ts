import { type Kysely, sql } from 'kysely'

/** Finds the messages that the gateway has taken and whose receipt did not come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index sms_messages_unconfirmed on sms_messages (sent_at) where state = 'accepted' and ended_at is null`.execute(db)
}
