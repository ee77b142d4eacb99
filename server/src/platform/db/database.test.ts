import { expect, inject, test } from 'vitest'
import { sql } from 'kysely'
import { isTransient, openDatabase } from './database.ts'

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
