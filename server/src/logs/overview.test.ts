import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { zoneOffsets } from '@simdeck/contract/list.ts'
import { openDatabase } from '../platform/db/database.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

const { least, most, step } = zoneOffsets
const offsets = Array.from({ length: (most - least) / step + 1 }, (_, index) => least + index * step)

test('only offsets of time zones are accepted, by the logs, by lists and by exports', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  for (const timezoneOffset of [-841, -855, -541, 7, 1, 721, 735, 15.5]) {
    expect(await codeOf(admin(endpoints.listLogs, { query: { timezoneOffset } }))).toBe('invalidInput')
    expect(await codeOf(admin(endpoints.listSims, { query: { timezoneOffset } }))).toBe('invalidInput')
    const body = { format: 'xlsx', columns: ['iccid'], timezoneOffset } as const
    expect(await codeOf(admin(endpoints.createSimExport, { body: body as never }))).toBe('invalidInput')
  }
  for (const timezoneOffset of [least, -540, -345, 0, 210, most])
    expect(await admin(endpoints.listLogs, { query: { timezoneOffset } })).toHaveLength(5)
})

test.for([
  [7, false],
  [10_001, true],
] as const)('of %i rows of a log, the number is said to be an estimate: %s', async ([rows, estimated]) => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  await pool.query(`insert into raw_proxy_logs (at) select now() from generate_series(1, ${rows})`)
  await close()
  const logs = await admin(endpoints.listLogs, { query: {} })
  expect(logs.find(({ name }) => name === 'rawProxy')).toMatchObject({ rows, estimated })
})

test('days of all time zones are counted one after the other, and each once', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const { pool, close } = openDatabase(server.databaseUrl, { max: 2 })
  await pool.query(`insert into raw_api_logs (at, route, caller, source, status)
    select now(), '/v1/sims', 'someone', 'WEB_UI', 200 from generate_series(1, 6000)`)
  const locker = await pool.connect()
  await locker.query('begin; lock table raw_proxy_logs in access exclusive mode')
  const counting = async () => {
    const { rows } = await pool.query<{ number: number }>(
      `select count(*)::int as number from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%today%'`,
    )
    return rows[0]!.number
  }
  const asked = [...offsets, ...offsets].map((timezoneOffset) => admin(endpoints.listLogs, { query: { timezoneOffset } }))
  await until(async () => (await counting()) === 1)
  expect(await counting()).toBe(1)
  await locker.query('commit')
  locker.release()
  const answers = await Promise.all(asked)
  const before = answers.map((logs) => logs.find(({ name }) => name === 'rawApi')!.today)
  expect(before.every((today) => today >= 6_000)).toBe(true)
  await close()
})
