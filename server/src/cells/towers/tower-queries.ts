import { sql } from 'kysely'
import { copyIn } from '../../platform/db/copy.ts'
import type { Db, OpenDatabase } from '../../platform/db/database.ts'
import type { TowerFile } from './tower-file.ts'
import type { Tower } from './tower-line.ts'

export type Phase = 'loading' | 'replacing' | 'locating' | 'done'
export type Counts = { lines: number; towers: number; bad: number; other: number }
export type TowerImport = Counts & { id: number; phase: Phase; lastSim: number }

const columns = ['cell', 'area', 'longitude', 'latitude', 'range_metres', 'updated', 'radio', 'mcc', 'net'] as const
const importColumns = sql`id, phase, lines, towers, bad_lines as bad, other_lines as other, last_sim as "lastSim"`

const lockNumber = 8_140_001

/** Locks imports of cell towers as long as the process and its connection last; null if another process has locked them. */
export async function lockImports({ pool }: OpenDatabase): Promise<{ release: () => void } | null> {
  const client = await pool.connect()
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockNumber])
  if (!rows[0]?.locked) {
    client.release()
    return null
  }
  // The lock ends with its connection, which no other query shall use.
  return { release: () => client.release(true) }
}

/** The import of this file that was stopped before its end; null if there is none, or if the last one was of another file. */
export async function unfinishedImport(db: Db, file: TowerFile): Promise<TowerImport | null> {
  const { rows } = await sql<TowerImport & { same: boolean }>`
    select ${importColumns}, file_name = ${file.name} and file_bytes = ${file.bytes} and file_modified = ${file.modified} as same
    from cell_imports where phase <> 'done' order by id desc limit 1`.execute(db)
  const [last] = rows
  return last?.same ? last : null
}

/** Begins an import with an empty table, in place of any that was stopped. */
export function beginImport(db: Db, file: TowerFile): Promise<TowerImport> {
  return db.transaction().execute(async (trx) => {
    await sql`drop table if exists cell_towers_next`.execute(trx)
    await sql`create table cell_towers_next (like cell_towers)`.execute(trx)
    await sql`delete from cell_imports where phase <> 'done' or id < (select max(id) - 20 from cell_imports)`.execute(trx)
    const { rows } = await sql<TowerImport>`
      insert into cell_imports (file_name, file_bytes, file_modified) values (${file.name}, ${file.bytes}, ${file.modified})
      returning ${importColumns}`.execute(trx)
    return rows[0]!
  })
}

/** A row in the text format of COPY, of numbers alone. */
const rowOf = ({ cell, area, longitude, latitude, rangeMetres, updated, radio, mcc, net }: Tower): string =>
  `${cell}\t${area}\t${longitude}\t${latitude}\t${rangeMetres}\t${updated}\t${radio}\t${mcc}\t${net}\n`

/** Stores towers and how far the file is read in one transaction, so that an import goes on exactly where it was stopped. */
export async function storeTowers({ pool }: OpenDatabase, id: number, towers: readonly Tower[], counts: Counts): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local synchronous_commit = off')
    const copy = copyIn(client, 'cell_towers_next', columns)
    let text = ''
    for (const tower of towers) text += rowOf(tower)
    await copy.write(text)
    await copy.end()
    await client.query('update cell_imports set lines = $2, towers = $3, bad_lines = $4, other_lines = $5 where id = $1', [
      id,
      counts.lines,
      counts.towers,
      counts.bad,
      counts.other,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Marks an import whose file is stored whole. */
export async function endLoading(db: Db, id: number): Promise<void> {
  await sql`update cell_imports set phase = 'replacing' where id = ${id}`.execute(db)
}

/** Makes the index and the areas of the new towers, which takes the most time. Look-ups read the old towers meanwhile. */
export async function completeTowers(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local maintenance_work_mem = '512MB'`.execute(trx)
    await sql`set local work_mem = '128MB'`.execute(trx)
    await sql`create index if not exists cell_towers_next_key on cell_towers_next (mcc, net, radio, cell, area)`.execute(trx)
    await sql`drop table if exists cell_areas_next`.execute(trx)
    await sql`create table cell_areas_next (like cell_areas)`.execute(trx)
    // Half of the height or width of the cells of an area, with the usual range of one. A millionth of a degree of latitude is 0.11132 m.
    await sql`
      insert into cell_areas_next (area, longitude, latitude, range_metres, towers, radio, mcc, net)
      select area, avg(longitude), avg(latitude), least(2000000, avg(range_metres) + 0.11132 * greatest(max(latitude) - min(latitude),
        (max(longitude) - min(longitude)) * cos(radians(avg(latitude) / 1e6))) / 2), count(*), radio, mcc, net
      from cell_towers_next group by mcc, net, radio, area`.execute(trx)
    await sql`create unique index cell_areas_next_key on cell_areas_next (mcc, net, radio, area)`.execute(trx)
    await sql`analyze cell_towers_next`.execute(trx)
    await sql`analyze cell_areas_next`.execute(trx)
  })
}

const lockNotAvailable = '55P03'

/**
 * Puts the new towers in place of the old ones. Returns false if a reader of the old ones, such as a backup, does not end at once: the
 * look-ups of polls would wait behind this call.
 */
export async function replaceTowers(db: Db, id: number): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '200ms'`.execute(trx)
      await sql`lock table cell_towers, cell_areas in access exclusive mode`.execute(trx)
      for (const table of ['cell_towers', 'cell_areas']) {
        const named = (ending: string) => sql.table(`${table}${ending}`)
        await sql`drop table ${named('')}`.execute(trx)
        await sql`alter table ${named('_next')} rename to ${named('')}`.execute(trx)
        await sql`alter index ${named('_next_key')} rename to ${named('_key')}`.execute(trx)
      }
      await sql`update cell_imports set phase = 'locating' where id = ${id}`.execute(trx)
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return false
    throw error
  }
}

/**
 * Looks up the cells of the next SIMs. Returns the last SIM of the part and the number of its SIMs; null after the last part. SIMs are locked in
 * the order of their ids, as polls lock them, so that neither waits for the other.
 */
export async function locatePart(db: Db, id: number, after: number, take: number): Promise<{ last: number; sims: number } | null> {
  const { rows } = await sql<{ last: number | null; sims: number }>`
    with part as materialized (select id from sims where id > ${after} order by id limit ${take} for no key update),
    found as (
      select c.sim_id, p.longitude, p.latitude, p.accuracy from part join sim_contacts c on c.sim_id = part.id,
        lateral locate_cell(c.radio, c.mcc, c.mnc, c.lac, c.cell_id) p
      where (c.longitude, c.latitude, c.accuracy) is distinct from (p.longitude, p.latitude, p.accuracy)
    ), located as (
      update sim_contacts c set longitude = f.longitude, latitude = f.latitude, accuracy = f.accuracy from found f where c.sim_id = f.sim_id
    ), reached as (
      update cell_imports set last_sim = greatest(last_sim, coalesce((select max(id) from part), 0)) where id = ${id}
    )
    select max(id) as last, count(*) as sims from part`.execute(db)
  const [part] = rows
  return part && part.last !== null ? { last: part.last, sims: part.sims } : null
}

export async function endImport(db: Db, id: number): Promise<void> {
  await sql`update cell_imports set phase = 'done', finished_at = now() where id = ${id}`.execute(db)
}
