import { type Selectable, type SqlBool, sql } from 'kysely'
import type { SimPackage } from '@simdeck/contract/sims.ts'
import { refusedCode } from '@simdeck/contract/traces.ts'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'
import { connectionShown, type ShownSim } from './sql/shown-sim.ts'
import { cardOtaShown, otaShown } from './sql/sim-ota.ts'

export async function selectSims(db: Db, ids: readonly number[]): Promise<ShownSim[]> {
  return db
    .selectFrom('sims')
    .innerJoin('sim_contacts', 'sim_contacts.sim_id', 'sims.id')
    .leftJoin('groups', 'groups.id', 'sims.group_id')
    .leftJoin('sim_keys', 'sim_keys.sim_id', 'sims.id')
    .selectAll(['sims', 'sim_contacts'])
    .select([
      'groups.name as group_name',
      'sim_keys.security_level',
      connectionShown.as('connection'),
      otaShown.as('ota'),
      cardOtaShown.as('card_ota'),
    ])
    .select(sql<string[]>`sim_tag_labels(sims.tags)`.as('tag_labels'))
    .where(sql<SqlBool>`sims.id = any(${ids})`)
    .orderBy('sims.id')
    .execute()
}

export async function simExists(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('sims').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export type SessionMessageRow = Selectable<Database['raw_ota_service_logs']>

/** Messages of the SIM's last sessions that involved commands or an OTA, oldest first. */
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

/** Rows of the last day that count refused frames of the SIM (at most one a minute), oldest first. */
export async function selectRefusedFrames(db: Db, simId: number): Promise<Pick<SessionMessageRow, 'at' | 'fields'>[]> {
  return db
    .selectFrom('raw_ota_service_logs')
    .select(['at', 'fields'])
    .where('sim_id', '=', simId)
    .where('session_id', '=', 0)
    .where('code', '=', refusedCode)
    .where('at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('id')
    .execute()
}

/** Packages that the SIM is known to hold: that of its applet, and those that an OTA loaded and none removed since. */
export async function selectSimPackages(db: Db, simId: number): Promise<SimPackage[]> {
  const key = (table: string) => {
    const column = (name: string) => sql.ref(`${table}.${name}`)
    return sql`jsonb_build_object('packageAID', ${column('package_aid')}, 'otaVersion', ${column('ota_version')},
      'label', ${column('label')}, 'name', ${column('name')})`
  }
  const { rows } = await sql<{ package: SimPackage }>`
    with last_ota as (
      select distinct on (package_aid) package_aid, kind, package_id from ota_jobs
      where sim_id = ${simId} and status in ('Succeeded', 'NotFound') order by package_aid, id desc
    ),
    applet as (select p.* from sims s join packages p on p.id = s.other_package_id where s.id = ${simId}),
    held as (
      select * from applet
      union all
      select p.* from last_ota o join packages p on p.id = o.package_id
      where o.kind = 'install' and o.package_aid not in (select package_aid from applet)
    )
    select ${key('p')} || jsonb_build_object('library', p.applets = '{}', 'importedBy', coalesce(
      (select jsonb_agg(${key('q')} order by q.name, q.package_aid) from held q
        where exists (select 1 from unnest(q.imports) i where split_part(i, ' ', 1) = p.package_aid)), '[]')) as package
    from held p order by p.applets = '{}', p.name, p.package_aid`.execute(db)
  return rows.map((row) => row.package)
}
