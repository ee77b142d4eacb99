import type { Readable } from 'node:stream'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sortOf } from '@simdeck/contract/list.ts'
import { type SimExportColumn, simExportColumns } from '@simdeck/contract/sim-exports.ts'
import { copyOut, withLiterals } from '../../platform/db/copy.ts'
import type { Db, OpenDatabase } from '../../platform/db/database.ts'
import type { StoredExport } from '../tables.ts'
import { connectionShown } from '../sql/shown-sim.ts'
import { simOrder, type SimSortField } from '../sql/sim-sort-keys.ts'
import { simsMatching } from '../sql/sims-matching.ts'

export async function insertExport(trx: Db, params: StoredExport, createdBy: number | null): Promise<{ id: number; created_at: Date }> {
  return trx
    .insertInto('sim_exports')
    .values({ params: JSON.stringify(params), created_by: createdBy })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
}

export async function selectExport(db: Db, id: number): Promise<{ params: StoredExport; created_at: Date } | undefined> {
  return db.selectFrom('sim_exports').select(['params', 'created_at']).where('id', '=', id).executeTakeFirst()
}

export async function selectionExists(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('sim_selections').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Deletes old exports after an hour; their links are valid for 15 minutes. */
export async function deleteOldExports(db: Db): Promise<void> {
  await db
    .deleteFrom('sim_exports')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}

/**
 * Spreadsheets take = + - @ (also full-width), tab and CR at the start of a cell for a formula, which an apostrophe prevents. The import
 * removes it again, so that a text that starts with apostrophes before such a character gets another one.
 */
const text = (column: RawBuilder<unknown>) => sql`case when ascii(${column}) in (39, 61, 43, 45, 64, 9, 13, 65309, 65291, 65293, 65312)
  and ltrim(${column}, '''') ~ ${sql.lit('^[-=+@\t\r＝＋－＠]')} then '''' || ${column} else ${column} end`
const plain = (column: string) => sql.ref(column)
const words = (column: string) => text(sql.ref(column))
// The cast takes a third of the time of to_char.
const time = (column: string) => sql`replace((${sql.ref(column)} at time zone 'UTC')::text, ' ', 'T') || 'Z'`

const cells: Record<SimExportColumn, RawBuilder<unknown>> = {
  id: plain('sims.id'),
  iccid: plain('sims.iccid'),
  imsi: plain('sims.imsi'),
  msisdn: words('sims.msisdn'),
  imei: plain('sims.imei'),
  imei_status: plain('sims.imei_status'),
  device_alias: words('sims.device_alias'),
  operator: plain('sims.operator'),
  cm_platform: plain('sims.cm_platform'),
  type: plain('sims.type'),
  external_device_id: words('sims.external_device_id'),
  group: words('groups.name'),
  status: plain('sims.status'),
  connection: sql`case ${connectionShown} when 2 then 'ota' when 1 then 'on' else 'off' end`,
  last_poll: time('sim_contacts.last_poll'),
  poller_name: words('sims.poller_name'),
  poller_version: words('sims.poller_version'),
  status_poller: plain('sims.status_poller'),
  other_applet_name: words('sims.other_applet_name'),
  other_applet_version: words('sims.other_applet_version'),
  status_other_applet: plain('sims.status_other_applet'),
  rsrp: plain('sim_contacts.rsrp'),
  rsrq: plain('sim_contacts.rsrq'),
  mcc: plain('sim_contacts.mcc'),
  mnc: plain('sim_contacts.mnc'),
  lac: plain('sim_contacts.lac'),
  cell_id: plain('sim_contacts.cell_id'),
  // The part of a cell identity that is local to its base station, as in the list.
  cid: sql`case sim_contacts.radio when 8 then sim_contacts.cell_id % 256 when 3 then sim_contacts.cell_id % 65536
    when 0 then sim_contacts.cell_id end`,
  accuracy: sql`null`,
  free_memory: plain('sim_contacts.free_memory'),
  has_keys: sql`sims.has_keys::text`,
  scp03_level: sql`lpad(to_hex(sim_keys.security_level), 2, '0')`,
  has_standby_poller: sql`(sims.standby_poller_instance_aid is not null)::text`,
  created_at: time('sims.created_at'),
  updated_at: time('sims.updated_at'),
}

/** Times as spreadsheets count them, in days since 1900, in the reader's time zone. */
const days = (column: string, offset: number) =>
  sql`round(extract(epoch from ${sql.ref(column)}) / 86400 + 25569 - ${offset}::numeric / 1440, 8)`

/** The status of an OTA as the list shows it: a failed OTA that a user cancelled is Cancelled. */
const statusShown = (type: 'poller' | 'other', status: string) => {
  const [install, uninstall] = ['install', 'uninstall'].map((act) => sql.ref(`sims.${type}_${act}`))
  return sql`case when ${sql.ref(status)} = 'Failed' and
    case when ${install}->>'status' = 'Failed' then ${install}->>'reason' else ${uninstall}->>'reason' end = 'cancelled'
    then 'Cancelled' else ${sql.ref(status)} end`
}

/** Text cells of a spreadsheet have a type, so that no text is taken for a formula. */
const sheetCells = ({ timezoneOffset }: StoredExport): Partial<Record<SimExportColumn, RawBuilder<unknown>>> => ({
  msisdn: plain('sims.msisdn'),
  device_alias: plain('sims.device_alias'),
  external_device_id: plain('sims.external_device_id'),
  group: plain('groups.name'),
  poller_name: plain('sims.poller_name'),
  poller_version: plain('sims.poller_version'),
  other_applet_name: plain('sims.other_applet_name'),
  other_applet_version: plain('sims.other_applet_version'),
  status_poller: statusShown('poller', 'sims.status_poller'),
  status_other_applet: statusShown('other', 'sims.status_other_applet'),
  last_poll: days('sim_contacts.last_poll', timezoneOffset),
  created_at: days('sims.created_at', timezoneOffset),
  updated_at: days('sims.updated_at', timezoneOffset),
})

export const columnsOf = ({ columns }: StoredExport): readonly SimExportColumn[] => columns ?? simExportColumns

/** The current lines of an export without the header: CSV, or the text format of COPY for a spreadsheet. */
export function copyExport({ db, ...database }: OpenDatabase, params: StoredExport): Promise<Readable> {
  const isSheet = params.format === 'xlsx'
  const written = isSheet ? { ...cells, ...sheetCells(params) } : cells
  const sort = sortOf(params.sort)
  const chosen: RawBuilder<SqlBool> =
    params.selectionId === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`sims.id in (select unnest(sim_ids) from sim_selection_parts where selection_id = ${params.selectionId})`
  const statement = sql`
    select ${sql.join(columnsOf(params).map((column) => written[column]))}
    from sims join sim_contacts on sim_contacts.sim_id = sims.id left join groups on groups.id = sims.group_id
      left join sim_keys on sim_keys.sim_id = sims.id
    where ${simsMatching(params.filter ?? {})} and ${chosen}
    order by ${simOrder(sort && { field: sort.field as SimSortField, order: sort.order })}
  `.compile(db)
  return copyOut({ db, ...database }, withLiterals(statement.sql, statement.parameters), isSheet ? 'format text' : 'format csv', [
    `datestyle = 'ISO'`,
    'jit = off',
    `work_mem = '64MB'`,
  ])
}
