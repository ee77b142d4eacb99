import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { Metrics } from '../../platform/metrics.ts'
import { makeDatabase } from '../../testing/databases.ts'
import { until } from '../../testing/until.ts'
import { addRandomSims } from './changes.fixture.ts'
import { FleetIndex } from './fleet-index.ts'
import { Dice } from './questions.fixture.ts'

test('the check of an index that cannot follow the database fails, and the log has one line for its begin and one for its end', async () => {
  const { url, drop } = await makeDatabase(inject('postgresUrl'))
  const { db, pool, close } = openDatabase(url, { max: 2 })
  await addRandomSims(db, new Dice(19), 10)
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) })
  const index = new FleetIndex({ db, databaseUrl: url, log, metrics: new Metrics(), from: 1 })
  const page = () => index.page({ filter: {}, sort: undefined, skip: 0, take: 1 }, { key: 'a', gone: new AbortController().signal })
  const fails = () =>
    index.check().then(
      () => false,
      () => true,
    )
  await index.check()
  await until(page)
  expect(await fails()).toBe(false)
  await pool.query('alter table sim_changes rename to sim_changes_away')
  await until(fails)
  await pool.query('alter table sim_changes_away rename to sim_changes')
  await until(async () => !(await fails()))
  expect(lines.filter((line) => line.includes('follow'))).toEqual([
    'the index of the SIM list cannot follow the database',
    'the index of the SIM list follows the database again',
  ])
  await index.close()
  await close()
  await drop()
})
