import { type RawBuilder, sql } from 'kysely'
import { type SimField, type SimFieldName, simFields, type SimFieldsWith } from '@simdeck/contract/sim-fields.ts'

/** The tables that hold the fields of SIMs, joined under their own names. */
export const simTables = sql`sims join sim_contacts on sim_contacts.sim_id = sims.id left join groups on groups.id = sims.group_id
  left join sim_keys on sim_keys.sim_id = sims.id`

/** The values of fields that the server computes. */
const derived: Record<SimFieldsWith<{ from: 'derived' }>, RawBuilder<unknown>> = {
  // The part of a cell identity that is local to its base station, as `simShape` computes it.
  cid: sql`case sim_contacts.radio when 8 then sim_contacts.cell_id % 256 when 3 then sim_contacts.cell_id % 65536
    when 0 then sim_contacts.cell_id end`,
  has_standby_poller: sql`sims.standby_poller_instance_aid is not null`,
  group: sql`groups.name`,
  tags: sql`nullif(array_to_string(sims.tags, ','), '')`,
  scp03_level: sql`lpad(to_hex(sim_keys.security_level), 2, '0')`,
}

const tables = { record: 'sims', contact: 'sim_contacts' } as const

/** The value of a field, in a statement with `simTables`. The value of a group is its name, that of tags their keys. */
export function simValue(name: SimFieldName): RawBuilder<unknown> {
  const { from }: SimField = simFields[name]
  return from === 'derived' ? derived[name as keyof typeof derived] : sql.ref(`${tables[from]}.${name}`)
}
