import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: TestCall
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())

const iccidOf = (n: number): string => `898120000000${String(n).padStart(7, '0')}`
const create = (filter: object) => admin(endpoints.createSimSelection, { body: { filter } })

/** Adds SIMs from the number `from` on; returns their ids in order. */
async function fleet(from: number, size: number): Promise<number[]> {
  const rows = Array.from({ length: size }, (_, at) => ({ iccid: iccidOf(from + at), external_device_id: `fleet-${from}` }))
  const added = await server.db.insertInto('sims').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}

test('a body takes a list of 10,000 numbers, an address one of 1,000', async () => {
  const [id = 0] = await fleet(1, 2)
  const numbers = (count: number): string => Array.from({ length: count }, (_, at) => iccidOf(at + 1)).join('\n')
  expect(await create({ search: numbers(10_000) })).toMatchObject({ total: 2 })
  expect(await create({ iccid: numbers(10_000) })).toMatchObject({ total: 2 })
  const ids = [id, ...Array.from({ length: 9_999 }, (_, at) => 900_000_000 + at)].join(',')
  expect(await create({ id: ids })).toMatchObject({ total: 1 })
  expect(await admin(endpoints.listUnknownNumbers, { body: { numbers: numbers(10_000) } })).toHaveLength(9_998)
  expect(await codeOf(create({ search: numbers(10_001) }))).toBe('invalidInput')
  expect(await codeOf(create({ id: `${ids},7` }))).toBe('invalidInput')
  expect((await admin(endpoints.listSims, { query: { search: numbers(1000) } })).totalItems).toBe(2)
  expect(await codeOf(admin(endpoints.listSims, { query: { search: numbers(1001) } }))).toBe('invalidInput')
})

test('negated filters, a time without data and another selection narrow a selection together', async () => {
  const [retired = 0, heard = 0] = await fleet(101, 5)
  const { id: selection } = await create({ external_device_id: 'fleet-101' })
  await server.db.updateTable('sims').set({ status: 'RETIRED' }).where('id', '=', retired).execute()
  await server.db.updateTable('sim_contacts').set({ last_poll: new Date() }).where('sim_id', '=', heard).execute()
  const total = async (filter: object) => (await create({ selection, ...filter })).total
  expect(await total({ status: 'RETIRED', not: 'status' })).toBe(4)
  expect(await total({ status: 'RETIRED', silent: '36h,never', not: 'status' })).toBe(3)
  expect(await total({ silent: '36h,never', not: 'silent' })).toBe(1)
  const counts = await admin(endpoints.countSimValues, {
    query: { of: 'status', selection: String(selection), status: 'RETIRED', not: 'status' },
  })
  expect(counts.map(({ count }) => count)).toEqual([4, 1])
  const { never } = await admin(endpoints.countLastPolls, { query: { selection: String(selection), status: 'RETIRED', not: 'status' } })
  expect(never).toBe(3)
})
