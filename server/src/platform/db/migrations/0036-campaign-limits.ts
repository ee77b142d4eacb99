import { type Kysely, sql } from 'kysely'

/** A campaign can limit its sessions. A session of such a campaign holds a slot, in all and in its cell, until it ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table ota_sessions add column slot_campaign_id bigint, add column slot_cell text;
create index ota_sessions_slots on ota_sessions (slot_campaign_id, slot_cell) where slot_campaign_id is not null;
update campaigns set rollout = rollout || '{"maxAtOnce": null, "maxPerCell": null}' where rollout is not null;
`
