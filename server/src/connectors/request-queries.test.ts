import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDatabase } from '../platform/db/database.ts'
import { addSims } from '../testing/sims.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { insertAccount } from './accounts-queries.ts'
import { closedForTask, insertRequests, leaseRequests, noteAccount } from './request-queries.ts'

const requests = 50_000
let server: TestServer
let taskId: number
let accounts: number[]
/** The SIMs of the first two requests. */
let sims: number[]
beforeAll(async () => {
  server = await startTestServer({ SERVICES: 'ota' })
  const { db } = server
  const account = (name: string, platform: 'jasper' | 'ntt') =>
    insertAccount(db, { platform, name, base_url: 'http://10.0.0.1', username: 'x', calls_per_second: 1 })
  accounts = [(await account('one', 'jasper'))!, (await account('two', 'jasper'))!, (await account('three', 'ntt'))!]
  sims = await addSims(db, [{}, {}])
  const task = { kind: 'simStatus', state: 'running', title: null, params: '{}', total: requests, created_by_name: 'x' } as const
  taskId = (await db.insertInto('tasks').values(task).returning('id').executeTakeFirstOrThrow()).id
  const made = Array.from({ length: requests }, (_, at) => ({
    task_id: taskId,
    n: at + 1,
    sim_id: sims[at] ?? 1_000_000 + at,
    iccid: String(8_981_400_000_000_000_000n + BigInt(at)),
    platform: 'jasper' as const,
    to_status: 'ACTIVATED' as const,
  }))
  await insertRequests(db, made)
  await noteAccount(db, [{ id: sims[0]!, askedAt: new Date() }], accounts[0]!)
  await noteAccount(db, [{ id: sims[1]!, askedAt: new Date() }], accounts[1]!)
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  await pool.query('analyze status_requests, open_status_requests, connector_accounts, sim_connectors')
  await close()
})
afterAll(() => server[Symbol.asyncDispose]())

class Undone extends Error {}
/** The result of the work with these accounts closed, all of which is undone. */
async function withClosed<Result>(closed: readonly number[], work: (trx: Db) => Promise<Result>): Promise<Result> {
  let result: Result
  await server.db
    .transaction()
    .execute(async (trx) => {
      const inAnHour = new Date(Date.now() + 3_600_000)
      if (closed.length > 0) await trx.updateTable('connector_accounts').set({ closed_until: inAnHour }).where('id', 'in', closed).execute()
      result = await work(trx)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return result!
}
const leased = (closed: readonly number[], take = 3) =>
  withClosed(closed, async (trx) => (await leaseRequests(trx, taskId, take)).map(({ n }) => n).toSorted((one, other) => one - other))

type Reads = { pg_stat_xact_user_tables: { relname: string; seq_tup_read: number; idx_tup_fetch: number } }
/** Rows of requests that the connection has read lately. */
async function readIn(trx: Db): Promise<number> {
  const reads = trx.withTables<Reads>().selectFrom('pg_stat_xact_user_tables').select(['seq_tup_read', 'idx_tup_fetch'])
  const row = await reads.where('relname', '=', 'status_requests').executeTakeFirst()
  return row ? Number(row.seq_tup_read) + Number(row.idx_tup_fetch) : 0
}

test('requests are leased in their order, without those that a closed account keeps', async () => {
  expect(await leased([])).toEqual([1, 2, 3])
  // The first SIM belongs to the first account, the second one to the other, and the account of the third one is not known.
  expect(await leased([accounts[0]!], 1)).toEqual([2])
  expect(await leased([accounts[1]!], 1)).toEqual([1])
  expect(await leased([accounts[0]!, accounts[1]!])).toEqual([])
  expect(await leased([accounts[2]!])).toEqual([1, 2, 3])
  expect(await withClosed([accounts[1]!], (trx) => closedForTask(trx, taskId))).toMatchObject({ failure: 'busy' })
  expect(await withClosed([accounts[2]!], (trx) => closedForTask(trx, taskId))).toBeNull()
})

test('a lease of a large task reads few of its requests, and none while its accounts are closed', async () => {
  const read = (closed: readonly number[]) =>
    withClosed(closed, async (trx) => {
      const before = await readIn(trx)
      await leaseRequests(trx, taskId, 8)
      return (await readIn(trx)) - before
    })
  expect(await read([])).toBeLessThan(100)
  expect(await read(accounts.slice(0, 2))).toBe(0)
})
