import { type RawBuilder, sql } from 'kysely'
import type { simSortFields } from '@simdeck/contract/sims.ts'

export type SimSortField = (typeof simSortFields)[number]

/** What a list of SIMs is sorted by, to the letter as its index has it. Blanks come last in both directions, then the id decides. */
export type SimSortKey = {
  table: 'sims' | 'sim_contacts'
  column: string
  key: RawBuilder<unknown>
  type: 'text' | 'int' | 'int[]' | 'timestamptz'
  blanks: boolean
  /** No two SIMs have the same: the id decides nothing, nor does it stand in the index as part of the key. */
  unique: boolean
}

const text = (column: string): SimSortKey => ({
  table: 'sims',
  column,
  key: sql`${sql.ref(`sims.${column}`)} collate "C"`,
  type: 'text',
  blanks: true,
  unique: false,
})
const plain = (table: SimSortKey['table'], column: string, type: SimSortKey['type'], blanks: boolean): SimSortKey => ({
  table,
  column,
  key: sql.ref(`${table}.${column}`),
  type,
  blanks,
  unique: false,
})

export const simSortKeys: Record<SimSortField, SimSortKey> = {
  device_alias: text('device_alias'),
  iccid: { ...plain('sims', 'iccid', 'text', false), unique: true },
  connection: plain('sims', 'connection', 'int', false),
  rsrp: plain('sim_contacts', 'rsrp', 'int', true),
  poller_version: plain('sims', 'poller_version_parts', 'int[]', true),
  status_poller: plain('sims', 'status_poller', 'text', true),
  other_applet_name: text('other_applet_name'),
  other_applet_version: plain('sims', 'other_applet_version_parts', 'int[]', true),
  status_other_applet: plain('sims', 'status_other_applet', 'text', true),
  status: plain('sims', 'status', 'text', false),
  last_poll: plain('sim_contacts', 'last_poll', 'timestamptz', true),
  updated_at: plain('sims', 'updated_at', 'timestamptz', false),
  created_at: plain('sims', 'created_at', 'timestamptz', false),
  imsi: text('imsi'),
  msisdn: text('msisdn'),
  imei: text('imei'),
  external_device_id: text('external_device_id'),
}

/** What decides the order when nothing is sorted by. */
export const byId: SimSortKey = { ...plain('sims', 'id', 'int', false), unique: true }

/** The whole order, for statements that read `sims` and, by that name, `sim_contacts`. */
export function simOrder(sort: { field: SimSortField; order: 'ASC' | 'DESC' } | null): RawBuilder<unknown> {
  if (!sort) return sql`sims.id`
  const direction = sql.raw(sort.order)
  return sql`${simSortKeys[sort.field].key} ${direction} nulls last, sims.id ${direction}`
}
