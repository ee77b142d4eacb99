import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from './database.ts'
import { makeDatabase } from '../../testing/databases.ts'
import { inTime } from './time-limit.ts'

test('a search that takes too long is ended with a message, and later searches of the connection have no limit', async () => {
  const { url, drop } = await makeDatabase(inject('postgresUrl'))
  const { db, close } = openDatabase(url, { max: 1 })
  const limit = () => sql<{ statement_timeout: string }>`show statement_timeout`.execute(db).then(({ rows }) => rows[0]!.statement_timeout)
  const slow = inTime(db, 50, (trx) => sql`select count(*) from generate_series(1, 1e12)`.execute(trx))
  await expect(slow).rejects.toMatchObject({ code: 'searchTooSlow', status: 400 })
  await expect(inTime(db, 50, (trx) => sql`select nothing`.execute(trx))).rejects.toMatchObject({ code: '42703' })
  expect(
    await inTime(db, 5_000, async (trx) => (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(trx)).rows),
  ).toEqual([{ statement_timeout: '5s' }])
  expect(await limit()).toBe('0')
  await close()
  await drop()
})
