import { sql } from 'kysely'
import { maxLocations } from '@simdeck/contract/sim-locations.ts'
import { plainArray } from '../../platform/db/arrays.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PollRecord } from './poll-queries.ts'

/**
 * Records the base stations of SIMs that polled from another one than before, each in the slot of the SIM's oldest, and looks up where
 * they are. The caller has locked
 * the SIMs, and writes the polls into `sim_contacts` afterwards. A clock that is behind that of another node does not change the order.
 */
export async function recordMoves(trx: Db, polls: readonly PollRecord[]): Promise<void> {
  const located = polls.filter((poll) => poll.cell_id !== null)
  if (located.length === 0) return
  const of = (name: keyof PollRecord) => plainArray(located.map((poll) => poll[name]))
  await sql`
    with moved as materialized (
      select c.sim_id, to_timestamp(r.at_ms / 1000) as at, c.last_poll, coalesce(r.radio, c.radio) as radio, r.mcc, r.mnc, r.lac, r.cell_id
    from unnest(${of('sim_id')}::bigint[], ${of('at')}::float8[], ${of('radio')}::int[], ${of('mcc')}::text[], ${of('mnc')}::text[],
        ${of('lac')}::int[], ${of('cell_id')}::bigint[]) as r (sim_id, at_ms, radio, mcc, mnc, lac, cell_id)
        join sim_contacts c on c.sim_id = r.sim_id
      where (r.cell_id, r.lac, r.mnc, r.mcc, coalesce(r.radio, c.radio)) is distinct from (c.cell_id, c.lac, c.mnc, c.mcc, c.radio)
    ), recorded as (
      insert into sim_locations (sim_id, slot, since, left_previous, radio, mcc, mnc, lac, cell_id)
      select m.sim_id, (coalesce(last.slot, -1) + 1) % ${sql.lit(maxLocations)},
        greatest(m.at, last.since + interval '1 microsecond'), m.last_poll, m.radio, m.mcc, m.mnc, m.lac, m.cell_id
      from moved m
        left join lateral (select slot, since from sim_locations l where l.sim_id = m.sim_id order by since desc limit 1) last on true
      on conflict (sim_id, slot) do update set since = excluded.since, left_previous = excluded.left_previous, radio = excluded.radio,
        mcc = excluded.mcc, mnc = excluded.mnc, lac = excluded.lac, cell_id = excluded.cell_id
    )
    update sim_contacts c set longitude = p.longitude, latitude = p.latitude, accuracy = p.accuracy
    from moved m, lateral locate_cell(m.radio, m.mcc, m.mnc, m.lac, m.cell_id) p where c.sim_id = m.sim_id`.execute(trx)
}
