import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { startIndexedServer } from '../../testing/fleet-index.ts'
import type { TestCall } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { addRandomSims } from './changes.fixture.ts'
import { Dice } from './questions.fixture.ts'

/** A server whose index answers a question only after two seconds, until `unlock` is called. */
async function slowIndex() {
  const server = await startIndexedServer((db) => addRandomSims(db, new Dice(23), 30))
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  const locker = await pool.connect()
  await locker.query('begin; lock table sim_changes in access exclusive mode')
  const figures = async () => (await fetch(server.metricsUrl)).text()
  let locked = true
  const unlock = async () => {
    if (locked) await locker.query('commit')
    locked = false
  }
  return {
    server,
    waiting: async () => Number(/^simdeck_fleet_index_waiting (.+)$/m.exec(await figures())?.[1]),
    unlock,
    async [Symbol.asyncDispose]() {
      await unlock()
      locker.release()
      await close()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('a list of one member is answered before the many lists that another one requested earlier', async () => {
  await using slow = await slowIndex()
  const [busy, other] = [await slow.server.signIn('MEMBER'), await slow.server.signIn('MEMBER')]
  const answered: string[] = []
  const list = (name: string, call: TestCall) =>
    call(endpoints.listSims, { query: {} }).then(
      () => answered.push(name),
      (error: { status: number }) => answered.push(`${name} ${error.status}`),
    )
  const lists = Array.from({ length: 40 }, () => list('busy', busy))
  await until(async () => (await slow.waiting()) === 32)
  await list('other', other)
  expect(answered.filter((name) => name === 'busy 429')).toHaveLength(6)
  expect(answered.filter((name) => name === 'busy').length).toBeLessThan(10)
  await slow.unlock()
  await Promise.all(lists)
  expect(answered.filter((name) => name === 'busy')).toHaveLength(34)
})

test('a member with too many waiting searches gets a message about it in the language of the request', async () => {
  await using slow = await slowIndex()
  const { accessToken } = await slow.server.signIn('MEMBER')
  const ending = new AbortController()
  const headers = { authorization: `Bearer ${accessToken}`, 'accept-language': 'ja' }
  const list = () => fetch(`${slow.server.url}/v1/sims`, { headers, signal: ending.signal })
  const lists = Array.from({ length: 34 }, () => list().catch(() => null))
  await until(async () => (await slow.waiting()) === 32)
  const refused = await list()
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '5',
    {
      code: 'tooManyRequests',
      message: '要求が多すぎます。しばらく待ってから再試行してください',
      detail: 'SIMの検索が多数、処理待ちになっています。',
    },
  ])
  // The searches of clients that are gone leave the queue. The index would need half a minute for them.
  ending.abort()
  await Promise.all(lists)
  const other = await slow.server.signIn('MEMBER')
  for (let n = 0; n < 2; n++) await other(endpoints.listSims, { query: {} })
  expect(await slow.waiting()).toBe(0)
  expect(slow.server.logged()).not.toContain('request failed')
})
