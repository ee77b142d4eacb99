import { afterEach, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { openDatabase } from '../platform/db/database.ts'
import { timeLimits } from '../platform/db/time-limit.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

const usual = { ...timeLimits }
afterEach(() => void Object.assign(timeLimits, usual))

test('a member who asks for many counts without the index keeps one connection, and other members are still answered', async () => {
  await using server = await startTestServer()
  const [one, other] = [await server.signIn('ADMIN'), await server.signIn('MEMBER')]
  const count = (call: typeof one) => call(endpoints.countAlertSource, { body: { source: { kind: 'filter', filter: {} } } })
  Object.assign(timeLimits, { list: 400 })
  const { pool, close } = openDatabase(server.databaseUrl, { max: 2 })
  const locker = await pool.connect()
  await locker.query('begin; lock table sims in access exclusive mode')
  const waiting = async () => {
    const { rows } = await pool.query<{ number: number }>(
      `select count(*)::int as number from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like 'select json_build_array%'`,
    )
    return rows[0]!.number
  }
  try {
    const asked = Array.from({ length: 8 }, () => codeOf(count(one)))
    await until(async () => (await waiting()) > 0)
    let most = 0
    let isDone = false
    const all = Promise.all(asked).finally(() => (isDone = true))
    while (!isDone) most = Math.max(most, await waiting())
    const codes = await all
    expect(most).toBe(1)
    expect(codes.filter((code) => code === 'tooManyRequests')).toHaveLength(2)
    expect(codes.filter((code) => code === 'searchTooSlow')).toHaveLength(6)
    const slow = codeOf(count(one))
    expect(await codeOf(count(other))).toBe('searchTooSlow')
    await slow
  } finally {
    await locker.query('commit')
    locker.release()
  }
  expect(await count(one)).toEqual({ value: 0, asOf: null })
  await close()
})
