import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { zoneOffset } from './list.ts'
import { type SimFieldsWith, simFieldsWith } from './sim-fields.ts'
import { simFilter, simSortFields } from './sims.ts'
import { signature } from './tasks.ts'

type ExportField = SimFieldsWith<{ exportable: true }>

/** The columns that files of earlier versions had, in their order. Further fields follow them. */
const order = [
  'id',
  'iccid',
  'imsi',
  'msisdn',
  'imei',
  'imei_status',
  'device_alias',
  'operator',
  'cm_platform',
  'type',
  'external_device_id',
  'group',
  'status',
  'connection',
  'last_poll',
  'poller_name',
  'poller_version',
  'status_poller',
  'other_applet_name',
  'other_applet_version',
  'status_other_applet',
  'rsrp',
  'rsrq',
  'mcc',
  'mnc',
  'lac',
  'cell_id',
  'cid',
  'accuracy',
  'free_memory',
  'has_keys',
  'scp03_level',
  'has_standby_poller',
  'created_at',
  'updated_at',
] as const satisfies readonly ExportField[]

/** The columns of an export, in their usual order. A column that imports also have has the same name in both. Keys are never exported. */
export const simExportColumns: readonly ExportField[] = [...new Set([...order, ...simFieldsWith({ exportable: true })])]
export type SimExportColumn = ExportField

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const orders = simSortFields.flatMap((field) => [`${field}:ASC`, `${field}:DESC`])

export const createSimExport = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/export',
  needs: 'signedIn',
  action: 'simExport',
  summary: 'A link to the SIMs of a filter or selection as CSV or spreadsheet, valid for 15 minutes',
  body: z.strictObject({
    filter: simFilter.optional(),
    selectionId: z.number().int().positive().optional(),
    sort: z.enum(orders).optional(),
    /** All columns by default. */
    columns: z.array(z.enum(simExportColumns)).min(1).max(simExportColumns.length).optional(),
    /** An import reads `csv`; `xlsx` is for people, with headings in their language. */
    format: z.enum(['csv', 'xlsx']).default('csv'),
    /** A byte order mark before the first line of a CSV. Excel recognizes UTF-8 by it. */
    bom: z.boolean().default(false),
    /** The time zone of a spreadsheet, in minutes as `Date.getTimezoneOffset` returns it (−540 in Japan). */
    timezoneOffset: zoneOffset.default(0),
  }),
  response: z.object({ url: z.string(), fileName: z.string(), expiresAt: z.string() }),
  errors: ['selectionNotFound'],
})

export const downloadSimExport = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/exports/{id}',
  needs: 'public',
  summary: 'SIMs as CSV or spreadsheet; the link carries its own signature',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  query: z.strictObject({ expires: z.coerce.number().int(), signature }),
  streams: ['text/csv; charset=utf-8', xlsxType],
  errors: ['linkExpired'],
})
