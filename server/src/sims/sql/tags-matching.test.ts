import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { simFilter } from '@simdeck/contract/sims.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { makeDatabase } from '../../testing/databases.ts'
import { simsMatching } from './sims-matching.ts'

test('PostgreSQL finds the SIMs of a rare tag among many by its index', async () => {
  const made = await makeDatabase(inject('postgresUrl'))
  const database = openDatabase(made.url, { max: 2 })
  const { db } = database
  try {
    await sql`insert into sims (iccid, tags)
      select '89813' || lpad(n::text, 14, '0'), case when n = 777 then '{rare}'::text[] when n % 10 = 0 then '{usual}'::text[] else '{}' end
      from generate_series(1, 20000) n`.execute(db)
    await sql`vacuum analyze sims`.execute(db)
    const found = sql<{ iccid: string }>`select iccid from sims where ${simsMatching(simFilter.parse({ tags: 'ＲＡＲＥ' }))}`
    expect((await found.execute(db)).rows).toEqual([{ iccid: '8981300000000000777' }])
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${found}`.execute(db)
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('sims_tags')
  } finally {
    await database.close()
    await made.drop()
  }
})
