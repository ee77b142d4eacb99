import { type Kysely, sql } from 'kysely'

/**
 * The last ten base stations of each SIM, a row for each change of the cell. A new row replaces the oldest one of its SIM, so nothing has to
 * be deleted. `left_previous` is the time of the last poll from the base station before it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table sim_locations (
        sim_id bigint not null references sims on delete cascade,
        slot smallint not null check (slot between 0 and 9),
        since timestamptz not null,
        left_previous timestamptz,
        radio int,
        mcc text not null,
        mnc text not null,
        lac int not null,
        cell_id bigint not null,
        primary key (sim_id, slot)
      ) with (fillfactor = 90);
      insert into sim_locations (sim_id, slot, since, radio, mcc, mnc, lac, cell_id)
      select sim_id, 0, last_poll, radio, mcc, mnc, lac, cell_id from sim_contacts
      where last_poll is not null and mcc is not null and mnc is not null and lac is not null and cell_id is not null;`,
    )
    .execute(db)
}
