import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { withoutTableScans } from './without-table-scans.ts'

test('connections of the index keep the options of the address of the database', async () => {
  const address = new URL(inject('postgresUrl'))
  address.searchParams.set('options', '-c search_path=fleet')
  const { pool, close } = openDatabase(withoutTableScans(address.href), { max: 1 })
  const { rows } = await pool.query(`select current_setting('search_path') as path, current_setting('enable_seqscan') as scans`)
  expect(rows).toEqual([{ path: 'fleet', scans: 'off' }])
  await close()
})
