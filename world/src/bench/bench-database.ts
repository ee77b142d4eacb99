import { join } from 'node:path'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { startEmbeddedPostgres } from '@simdeck/server/platform/db/embedded-postgres.ts'
import { migrate } from '@simdeck/server/platform/db/migrate.ts'
import { embeddedMasterKey } from '@simdeck/server/platform/crypto/master-key.ts'
import { fillFleet } from '../demo/fill-fleet.ts'

type BenchDatabase = { url: string; masterKey: string; [Symbol.asyncDispose]: () => Promise<void> }

const withName = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()

/**
 * A database with `sims` SIMs on the benchmarks' own PostgreSQL in `folder`. It is a copy of a database that is filled once and kept for
 * later runs. Disposal drops the copy, and stops PostgreSQL unless another benchmark uses it.
 */
export async function benchDatabase(
  folder: string,
  { sims, keys, note }: { sims: number; keys: boolean; note: (text: string) => void },
): Promise<BenchDatabase> {
  const postgres = await startEmbeddedPostgres(folder)
  const server = openDatabase(postgres.url, { max: 1 })
  const { pool } = server
  const masterKey = embeddedMasterKey(folder)
  const filled = `bench_${sims}${keys ? '_keys' : ''}`
  const run = `bench_run_${process.pid}`
  const stop = async () => {
    await pool.query(`drop database if exists ${run} with (force)`)
    const { rowCount } = await pool.query(`select from pg_stat_activity where datname is not null and pid <> pg_backend_pid()`)
    await server.close()
    if (rowCount === 0) await postgres.stop()
  }
  try {
    if (await isFilled(postgres.url, filled, sims)) note(`the ${sims} SIMs of an earlier run in ${join(folder, 'postgres')} are used again`)
    else {
      note(`${sims} SIMs are made in ${join(folder, 'postgres')}, for this and later runs`)
      await pool.query(`drop database if exists ${filled} with (force)`)
      await pool.query(`create database ${filled}`)
      const database = openDatabase(withName(postgres.url, filled), { max: 2 })
      const startedAt = performance.now()
      try {
        await fillFleet({ database, masterKey, sims, seed: '1', keys, onProgress: () => undefined })
      } finally {
        await database.close()
      }
      note(`… in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    }
    await pool.query(`create database ${run} template ${filled} strategy file_copy`)
    await stayOnline(withName(postgres.url, run))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: withName(postgres.url, run), masterKey, [Symbol.asyncDispose]: stop }
}

/**
 * Raises the online term. No SIM polls in the benchmark's database; those online at the time of filling stay online for hours, as in a live
 * fleet.
 */
async function stayOnline(url: string): Promise<void> {
  const database = openDatabase(url, { max: 1 })
  await database.pool.query(
    `insert into settings (key, value, type) select 'system_config_sim_online_term',
       ceil(extract(epoch from now() - max(last_poll)) / 60 + 600)::text, 1 from sim_contacts having max(last_poll) is not null`,
  )
  await database.close()
}

/** Migrates the database `name`, if there is one; true if it holds `sims` SIMs. */
async function isFilled(serverUrl: string, name: string, sims: number): Promise<boolean> {
  const database = openDatabase(withName(serverUrl, name), { max: 2 })
  try {
    await migrate(database.db)
    const { rows } = await database.pool.query<{ count: number }>('select count(*) from sims')
    return rows[0]?.count === sims
  } catch {
    return false
  } finally {
    await database.close()
  }
}
