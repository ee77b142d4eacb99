import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Sim, SimFilter } from '@simdeck/contract/sims.ts'
import { connections, defaultOnlineTermMinutes } from '@simdeck/contract/sims.ts'
import type { Db } from '../db/database.ts'
import { likePart } from '../db/like.ts'
import type { Database } from '../db/schema.ts'

type Connection = Sim['connection']

type Contact = Omit<Selectable<Database['sim_contacts']>, 'sim_id'>

export type SimRow = Selectable<Database['sims']> & Contact & { connection: Connection; group_name: string | null }

const onlineTermMinutes = sql`(select coalesce((
  select case when value ~ '^[0-9]{1,6}$' then value::int end from settings
  where key = 'system_config_sim_online_term' and type = 1 order by updated_at desc, id desc limit 1
), ${sql.lit(defaultOnlineTermMinutes)}))`

const connection = sql<Connection>`case
  when sim_contacts.ota_open_until > now() then ${sql.lit(connections.ota)}
  when sim_contacts.last_poll > now() - make_interval(mins => ${onlineTermMinutes}) then ${sql.lit(connections.online)}
  else ${sql.lit(connections.offline)} end`

const connectionOfFilter = { on: connections.online, off: connections.offline, ota: connections.ota }

/** The expression of the index sims_search, to the letter. */
const searchText = sql`(sims.iccid || ' ' || coalesce(sims.imsi, '') || ' ' || coalesce(sims.msisdn, '') || ' ' || coalesce(sims.imei, '') || ' ' ||
  coalesce(sims.external_device_id, '') || ' ' || lower(coalesce(sims.device_alias, '')))`

/** The condition on `sims` that a filter stands for. */
export function simsMatching(filter: SimFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  const add = (condition: RawBuilder<SqlBool>): number => conditions.push(condition)
  if (filter.search !== undefined) add(sql`${searchText} ilike ${likePart(filter.search)}`)
  if (filter.id !== undefined) add(sql`sims.id = ${filter.id}`)
  if (filter.type) add(sql`sims.type = any(${filter.type})`)
  if (filter.external_device_id !== undefined) add(sql`sims.external_device_id = ${filter.external_device_id}`)
  if (filter.operator) add(sql`sims.operator = any(${filter.operator})`)
  if (filter.cm_platform) add(sql`sims.cm_platform = any(${filter.cm_platform})`)
  if (filter.status) add(sql`sims.status = any(${filter.status})`)
  if (filter.connection) add(sql`${connection} = any(${filter.connection.map((name) => connectionOfFilter[name])}::int[])`)
  if (filter.applet !== undefined)
    add(sql`(sims.other_applet_name ilike ${likePart(filter.applet)} or sims.poller_name ilike ${likePart(filter.applet)})`)
  if (filter.status_poller) add(sql`sims.status_poller = any(${filter.status_poller})`)
  if (filter.status_other_applet) add(sql`sims.status_other_applet = any(${filter.status_other_applet})`)
  if (filter.modified_start !== undefined) add(sql`sims.updated_at >= ${filter.modified_start}`)
  if (filter.modified_end !== undefined) add(sql`sims.updated_at <= ${filter.modified_end}`)
  return sql.join(conditions, sql` and `)
}

/** Versions are numbers with dots; anything else comes after them. */
const byVersion = (column: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(column)} ~ '^[0-9]{1,9}([.][0-9]{1,9})*$' then string_to_array(${sql.ref(column)}, '.')::int[] end`

const sortKeys: Record<string, RawBuilder<unknown>> = {
  device_alias: sql.ref('sims.device_alias'),
  iccid: sql.ref('sims.iccid'),
  connection,
  rsrp: sql.ref('sim_contacts.rsrp'),
  poller_version: byVersion('sims.poller_version'),
  status_poller: sql.ref('sims.status_poller'),
  other_applet_name: sql.ref('sims.other_applet_name'),
  other_applet_version: byVersion('sims.other_applet_version'),
  status_other_applet: sql.ref('sims.status_other_applet'),
  status: sql.ref('sims.status'),
  last_poll: sql.ref('sim_contacts.last_poll'),
  updated_at: sql.ref('sims.updated_at'),
  created_at: sql.ref('sims.created_at'),
  imsi: sql.ref('sims.imsi'),
  msisdn: sql.ref('sims.msisdn'),
  imei: sql.ref('sims.imei'),
  external_device_id: sql.ref('sims.external_device_id'),
}

export type SimPage = { filter: SimFilter; sort: { field: string; order: 'ASC' | 'DESC' } | null; take: number; skip: number }

export async function selectSimPage(db: Db, page: SimPage): Promise<SimRow[]> {
  const key = page.sort && sortKeys[page.sort.field]
  const direction = sql.raw(page.sort?.order === 'DESC' ? 'desc' : 'asc')
  return db
    .selectFrom('sims')
    .innerJoin('sim_contacts', 'sim_contacts.sim_id', 'sims.id')
    .leftJoin('groups', 'groups.id', 'sims.group_id')
    .selectAll(['sims', 'sim_contacts'])
    .select(['groups.name as group_name', connection.as('connection')])
    .where(simsMatching(page.filter))
    .$if(key !== null && key !== undefined, (query) => query.orderBy(sql`${key} ${direction} nulls last`))
    .orderBy('sims.id')
    .limit(page.take)
    .offset(page.skip)
    .execute()
}

export async function countSims(db: Db, filter: SimFilter): Promise<number> {
  const row = await db
    .selectFrom('sims')
    .innerJoin('sim_contacts', 'sim_contacts.sim_id', 'sims.id')
    .select((of) => of.fn.countAll<number>().as('total'))
    .where(simsMatching(filter))
    .executeTakeFirstOrThrow()
  return row.total
}

export async function selectSims(db: Db, ids: readonly number[]): Promise<SimRow[]> {
  return db
    .selectFrom('sims')
    .innerJoin('sim_contacts', 'sim_contacts.sim_id', 'sims.id')
    .leftJoin('groups', 'groups.id', 'sims.group_id')
    .selectAll(['sims', 'sim_contacts'])
    .select(['groups.name as group_name', connection.as('connection')])
    .where(sql<SqlBool>`sims.id = any(${ids})`)
    .orderBy('sims.id')
    .execute()
}

export async function simExists(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('sims').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export type SessionMessageRow = Selectable<Database['raw_ota_service_logs']>

/** Messages of the SIM's last sessions in which commands or a job were at stake, oldest first. */
export async function selectSessionMessages(db: Db, simId: number, sessions: number): Promise<SessionMessageRow[]> {
  return db
    .selectFrom('raw_ota_service_logs')
    .selectAll()
    .where('sim_id', '=', simId)
    .where('session_id', 'in', (of) =>
      of
        .selectFrom('raw_ota_service_logs')
        .select('session_id')
        .where('sim_id', '=', simId)
        .where('session_id', '<>', 0)
        .where(sql<SqlBool>`(code between 2 and 6 or job_id is not null)`)
        .groupBy('session_id')
        .orderBy(sql`max(id)`, 'desc')
        .limit(sessions),
    )
    .orderBy('id')
    .execute()
}

export type Snapshot = { id: number; total: number; created_at: Date }

/** Freezes the SIMs that match, in one statement. */
export async function insertSnapshot(
  db: Db,
  which: { filter: SimFilter } | { simIds: readonly number[] },
  createdBy: number | null,
): Promise<Snapshot> {
  const condition = 'filter' in which ? simsMatching(which.filter) : sql`sims.id = any(${which.simIds})`
  const { rows } = await sql<Snapshot>`
    with chosen as materialized (select sims.id from sims join sim_contacts on sim_contacts.sim_id = sims.id where ${condition}),
    snapshot as (
      insert into ota_snapshots (total, created_by) select count(*), ${createdBy}::bigint from chosen returning id, total, created_at
    ),
    members as (insert into ota_snapshot_sims (snapshot_id, sim_id) select snapshot.id, chosen.id from snapshot, chosen)
    select id, total, created_at from snapshot
  `.execute(db)
  const [snapshot] = rows
  if (!snapshot) throw new Error('no snapshot was made')
  return snapshot
}

/** Snapshots are for setting a campaign up; a week later nobody asks for one any more. */
export async function deleteOldSnapshots(db: Db): Promise<void> {
  await db
    .deleteFrom('ota_snapshots')
    .where('created_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
}
