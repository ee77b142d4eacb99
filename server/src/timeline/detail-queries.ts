import { sql } from 'kysely'
import type { TimelineEventOf } from '@simdeck/contract/sim-timeline.ts'
import type { Db } from '../platform/db/database.ts'
import type { NotificationRow } from '../platform/notifications/tables.ts'

const statements = {
  status: sql`select id, jsonb_build_object('from', from_status, 'to', to_status, 'actor', actor, 'source', source) as details
    from sim_status_changes`,
  ota: sql`select j.id, jsonb_build_object('id', j.id, 'kind', j.kind, 'status', j.status, 'name', p.name, 'version', p.ota_version,
      'code', j.code, 'sw', j.sw, 'reason', j.reason, 'campaign', jsonb_build_object('id', c.id, 'name', c.name)) as details
    from ota_jobs j join campaigns c on c.id = j.campaign_id left join packages p on p.id = j.package_id`,
  imei: sql`select id, jsonb_build_object('from', from_imei, 'to', to_imei, 'confirmed_at', confirmed_at, 'confirmed_by', confirmed_by,
      'lock_result', lock_result) as details from sim_imei_changes`,
  group: sql`select id, jsonb_build_object('from', from_group, 'to', to_group) as details from sim_group_changes`,
  carrier: sql`select id, jsonb_build_object('user_name', user_name, 'isSuccess', is_success, 'failure', failure) as details
    from sim_data_logs`,
} as const
const keys = { status: 'id', ota: 'j.id', imei: 'id', group: 'id', carrier: 'id' } as const

/** The details of events that are stored in one row, by id. */
export async function selectDetails<Kind extends keyof typeof statements>(
  db: Db,
  ids: readonly number[],
  kind: Kind,
): Promise<Map<number, TimelineEventOf<Kind>['details']>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; details: TimelineEventOf<Kind>['details'] }>`
    ${statements[kind]} where ${sql.ref(keys[kind])} = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, details }) => [id, details]))
}

/** The details of certificates and files, without their step. */
export async function selectObjects(
  db: Db,
  object: 'certificate' | 'file',
  ids: readonly number[],
): Promise<Map<number, Omit<TimelineEventOf<'iotsafe'>['details'], 'step'>>> {
  if (ids.length === 0) return new Map()
  const columns =
    object === 'certificate'
      ? sql`o.valid_to, m.name as by from sim_certificates o left join members m on m.id = o.created_by`
      : sql`null::timestamptz as valid_to, o.created_by_name as by from sim_files o`
  const { rows } = await sql<{ id: number; label: string; valid_to: Date | null; by: string | null }>`
    select o.id, o.label, ${columns} where o.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, label, valid_to: to, by }) => [id, { object, id, label, valid_to: to?.toISOString() ?? null, by }]))
}

export async function selectNotifications(db: Db, ids: readonly number[]): Promise<NotificationRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('notifications')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}
