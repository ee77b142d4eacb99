import { type Selectable, sql } from 'kysely'
import { connections, defaultOnlineTermMinutes, type Sim } from '@simdeck/contract/sims.ts'
import type { Database } from '../../platform/db/schema.ts'
import type { ShownOta, ShownSlot } from './sim-ota.ts'

/** A SIM with its contact, its group, its tags, its security level and its OTAs, and the connection that it has now. */
export type ShownSim = Selectable<Database['sims']> &
  Omit<Selectable<Database['sim_contacts']>, 'sim_id'> & {
    connection: Sim['connection']
    group_name: string | null
    tag_labels: string[]
    security_level: number | null
    ota: ShownOta | null
    card_ota: ShownSlot | null
  }

const onlineTermMinutes = sql`(select coalesce((
  select case when value ~ '^[0-9]{1,6}$' then value::int end from settings
  where key = 'system_config_sim_online_term' and type = 1 order by updated_at desc, id desc limit 1
), ${sql.lit(defaultOnlineTermMinutes)}))`

/** A SIM whose last data arrived after this time counts as online. */
export const onlineSince = sql<Date>`(now() - make_interval(mins => ${onlineTermMinutes}))`

/** The connection to the second; the column `sims.connection`, which lists are narrowed and sorted by, follows it within seconds. */
export const connectionShown = sql<Sim['connection']>`case
  when sim_contacts.ota_open_until > now() then ${sql.lit(connections.ota)}
  when sim_contacts.last_poll > ${onlineSince} then ${sql.lit(connections.online)}
  else ${sql.lit(connections.offline)} end`
