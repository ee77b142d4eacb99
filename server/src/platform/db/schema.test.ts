import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { makeDatabase } from '../../testing/databases.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { schemaText } from './schema-text.ts'

const committed = join(import.meta.dirname, 'schema.sql')

test('the migrations produce the committed schema, and running them again changes nothing', async () => {
  const { url, drop } = await makeDatabase(inject('postgresUrl'))
  const database = openDatabase(url)
  const text = await schemaText(database.db)
  if (process.env['UPDATE_SCHEMA'] === '1') writeFileSync(committed, text)
  expect(text).toBe(readFileSync(committed, 'utf8'))
  expect(await migrate(database.db)).toEqual([])
  await database.close()
  await drop()
})
