import type { Readable } from 'node:stream'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sortOf } from '@simdeck/contract/list.ts'
import type { appletTypes } from '@simdeck/contract/ota-progress.ts'
import { type SimExportColumn, simExportColumns } from '@simdeck/contract/sim-exports.ts'
import { simFields } from '@simdeck/contract/sim-fields.ts'
import { copyOut, withLiterals } from '../../platform/db/copy.ts'
import type { Db, OpenDatabase } from '../../platform/db/database.ts'
import type { StoredExport } from '../tables.ts'
import { frozenIds } from '../sql/frozen-lists.ts'
import { connectionShown } from '../sql/shown-sim.ts'
import { failedByCancelling } from '../sql/sim-ota.ts'
import { simOrder } from '../sql/sim-order.ts'
import { simTables, simValue } from '../sql/sim-values.ts'
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
  const row = await db.selectFrom('sim_selections').select('id').where('id', '=', id).where('purpose', '=', 'change').executeTakeFirst()
  return row !== undefined
}

/** Deletes old exports after an hour; their links are valid for 15 minutes. */
export async function deleteOldExports(db: Db): Promise<void> {
  await db
    .deleteFrom('sim_exports')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}

/**
 * Spreadsheets treat a cell that starts with = + - @ (also full-width), tab or CR as a formula, unless an apostrophe precedes it. The
 * import removes one apostrophe, so a text that already has apostrophes before such a character gets another one.
 */
const text = (column: RawBuilder<unknown>) => sql`case when ascii(${column}) in (39, 61, 43, 45, 64, 9, 13, 65309, 65291, 65293, 65312)
  and ltrim(${column}, '''') ~ ${sql.lit('^[-=+@\t\r＝＋－＠]')} then '''' || ${column} else ${column} end`
const plain = (column: string) => sql.ref(column)
const safeText = (column: string) => text(sql.ref(column))
// The cast takes a third of the time of to_char.
const time = (column: string) => sql`replace((${sql.ref(column)} at time zone 'UTC')::text, ' ', 'T') || 'Z'`

const tables = { record: 'sims', contact: 'sim_contacts', derived: 'sims' } as const
const columnOf = (name: SimExportColumn): string => `${tables[simFields[name].from]}.${name}`

/** The texts of the tags, separated by commas, which no tag contains. */
const tagTexts = sql`case when sims.tags <> '{}' then array_to_string(sim_tag_labels(sims.tags), ', ') end`

/** The cells that differ from the usual cell of the column's type. Texts that cannot start a formula need no protection. */
const ownCells: Partial<Record<SimExportColumn, RawBuilder<unknown>>> = {
  iccid: plain('sims.iccid'),
  imsi: plain('sims.imsi'),
  imei: plain('sims.imei'),
  imei_status: plain('sims.imei_status'),
  group: safeText('groups.name'),
  tags: text(tagTexts),
  connection: sql`case ${connectionShown} when 2 then 'ota' when 1 then 'on' else 'off' end`,
  mcc: plain('sim_contacts.mcc'),
  mnc: plain('sim_contacts.mnc'),
  cid: simValue('cid'),
  scp03_level: simValue('scp03_level'),
  has_standby_poller: sql`(${simValue('has_standby_poller')})::text`,
}

function cellOf(name: SimExportColumn): RawBuilder<unknown> {
  const own = ownCells[name]
  if (own) return own
  const { type } = simFields[name]
  if (type === 'moment') return time(columnOf(name))
  if (type === 'boolean') return sql`${sql.ref(columnOf(name))}::text`
  return type === 'text' ? safeText(columnOf(name)) : plain(columnOf(name))
}

/** A time as spreadsheets count it, in days since 1900, in the reader's time zone. */
const days = (column: string, offset: number) =>
  sql`round(extract(epoch from ${sql.ref(column)}) / 86400 + 25569 - ${offset}::numeric / 1440, 8)`

/** The status of an OTA as the list shows it: a failed OTA that a user cancelled is Cancelled. */
const statusShown = (slot: keyof typeof appletTypes, status: string) =>
  sql`case when ${sql.ref(status)} is distinct from 'Failed' then ${sql.ref(status)} when ${failedByCancelling(slot)} then 'Cancelled' else 'Failed' end`

/** Text cells of a spreadsheet have a type, so that no text becomes a formula. */
function sheetCellOf(name: SimExportColumn, { timezoneOffset }: StoredExport): RawBuilder<unknown> {
  if (name === 'group') return plain('groups.name')
  if (name === 'tags') return tagTexts
  if (name === 'status_poller') return statusShown('poller', 'sims.status_poller')
  if (name === 'status_other_applet') return statusShown('other', 'sims.status_other_applet')
  const { type } = simFields[name]
  if (type === 'moment') return days(columnOf(name), timezoneOffset)
  return type === 'text' ? plain(columnOf(name)) : cellOf(name)
}

export const columnsOf = ({ columns }: StoredExport): readonly SimExportColumn[] => columns ?? simExportColumns

/** The current lines of an export without the header: CSV, or the text format of COPY for a spreadsheet. */
export function copyExport({ db, ...database }: OpenDatabase, params: StoredExport): Promise<Readable> {
  const isSheet = params.format === 'xlsx'
  const cell = (name: SimExportColumn) => (isSheet ? sheetCellOf(name, params) : cellOf(name))
  const sort = sortOf(params.sort)
  const chosen: RawBuilder<SqlBool> =
    params.selectionId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`sims.id in (${frozenIds(params.selectionId)})`
  const statement = sql`
    select ${sql.join(columnsOf(params).map(cell))}
    from ${simTables}
    where ${simsMatching(params.filter ?? {})} and ${chosen}
    order by ${simOrder(sort)}
  `.compile(db)
  return copyOut({ db, ...database }, withLiterals(statement.sql, statement.parameters), isSheet ? 'format text' : 'format csv', [
    `datestyle = 'ISO'`,
    'jit = off',
    `work_mem = '64MB'`,
  ])
}
