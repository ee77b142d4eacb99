import { expect, inject, test } from 'vitest'
import { sql } from 'kysely'
import { isTransient, openDatabase } from './database.ts'
import { until } from '../../testing/until.ts'

test('a connection that PostgreSQL ends in the middle of a transaction is an error of that transaction alone', async () => {
  const url = inject('postgresUrl')
  const [database, other] = [openDatabase(url), openDatabase(url, { max: 1 })]
  try {
    const work = database.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`.execute(other.db)
      await sql`select 1`.execute(trx)
    })
    await expect(work).rejects.toSatisfy(isTransient)
    expect((await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  } finally {
    await Promise.all([database.close(), other.close()])
  }
})

test('the end of a database closes a connection of its pool through which no query of Kysely ran', async () => {
  const url = inject('postgresUrl')
  const [database, other] = [openDatabase(url, { max: 1 }), openDatabase(url, { max: 1 })]
  try {
    const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    await database.close()
    const isOpen = async () => (await sql`select from pg_stat_activity where pid = ${rows[0]!.pid}`.execute(other.db)).rows.length > 0
    await until(async () => !(await isOpen()))
    await database.close()
  } finally {
    await other.close()
  }
})
