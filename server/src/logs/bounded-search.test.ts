import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { searchedRows } from '@simdeck/contract/logs.ts'
import { startTestServer } from '../testing/server.ts'

const many = searchedRows + 20
const atOnce = 4_000
/** The rows of a log by number: the oldest twenty are of an API ID. Their times are within five seconds. */
const rows = (begin: number) =>
  Array.from({ length: many }, (_, index) => ({
    at: new Date(begin + Math.floor(index / 10)),
    source: index < 20 ? ('OPEN_API' as const) : ('WEB_UI' as const),
  }))

const inParts = <Row>(all: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, part) => all.slice(part * atOnce, (part + 1) * atOnce))

test('a search of the raw API log reads the newest 50,000 rows, tells where it stopped, and goes on from there', async () => {
  await using server = await startTestServer()
  const begin = Date.now()
  for (const part of inParts(rows(begin)))
    await server.db
      .insertInto('raw_api_logs')
      .values(part.map((row) => ({ ...row, route: '/v1/sims', caller: 'someone@example.com', status: 200 })))
      .execute()
  const root = await server.signIn('ROOT')
  const list = (query: Parameters<typeof root<typeof endpoints.listRawApiLogs>>[1]['query']) => root(endpoints.listRawApiLogs, { query })
  const wanted = { client_type: 'OPEN_API', route: '/v1/sims' } as const
  const first = await list(wanted)
  expect(first).toMatchObject({ totalItems: 0, searchedTo: expect.any(String) })
  expect(Date.parse(first.searchedTo!)).toBeGreaterThan(begin)
  const earlier = await list({ ...wanted, created_end: first.searchedTo! })
  expect(earlier.totalItems).toBe(20)
  expect(earlier).not.toHaveProperty('searchedTo')
  expect(await list({ ...wanted, caller: 'SOMEONE@example.com' })).toMatchObject({ totalItems: 0, searchedTo: first.searchedTo })
  expect(await list({ route: '/v1/sims' })).not.toHaveProperty('searchedTo')
  expect(await list({ status: 'success', route: '/v1/sims' })).toMatchObject({ capped: true, totalItems: 1000 })
  expect(await list({ status: 'failure', route: '/v1/sims' })).not.toHaveProperty('searchedTo')
})

test('a search of the security log does the same', async () => {
  await using server = await startTestServer()
  const begin = Date.now()
  for (const part of inParts(rows(begin)))
    await server.db
      .insertInto('security_events')
      .values(part.map((row) => ({ ...row, last_at: row.at, event: 'signOut' as const, outcome: 'success' as const, ip: '192.0.2.7' })))
      .execute()
  const root = await server.signIn('ROOT')
  const list = (query: Parameters<typeof root<typeof endpoints.listSecurityEvents>>[1]['query']) =>
    root(endpoints.listSecurityEvents, { query })
  const first = await list({ client_type: 'OPEN_API' })
  expect(first).toMatchObject({ totalItems: 0, searchedTo: expect.any(String) })
  const earlier = await list({ client_type: 'OPEN_API', created_end: first.searchedTo! })
  expect(earlier.totalItems).toBe(20)
  expect(earlier).not.toHaveProperty('searchedTo')
  expect(await list({ event: 'signOut', ip: '192.0.2.7', outcome: 'failure' })).toMatchObject({
    totalItems: 0,
    searchedTo: expect.any(String),
  })
  expect(await list({ ip: '192.0.2.8', outcome: 'failure' })).not.toHaveProperty('searchedTo')
  expect(await list({ outcome: 'success' })).toMatchObject({ capped: true, totalItems: 1000 })
})
