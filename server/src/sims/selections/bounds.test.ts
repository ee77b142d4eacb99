import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import type { Purpose } from './queries.ts'

for (const [purpose, make] of [
  ['change', 'createSimSelection'],
  ['snapshot', 'createSnapshot'],
] as const)
  test(`a member's oldest selections for a ${purpose} are deleted beyond a thousand or ten million SIMs; others keep theirs`, async () => {
    await using server = await startTestServer()
    await addSims(server.db, [{}])
    const call = await server.signIn('ADMIN')
    const { id: member } = await server.db.selectFrom('members').select('id').where('email', '=', call.email).executeTakeFirstOrThrow()
    const other = await server.db.selectFrom('members').select('id').where('id', '<>', member).executeTakeFirstOrThrow()
    const insert = async (createdBy: number | null, totals: readonly number[], of: Purpose = purpose) => {
      const values = totals.map((total) => ({ total, purpose: of, created_by: createdBy }))
      const rows = await server.db.insertInto('sim_selections').values(values).returning('id').execute()
      return rows.map(({ id }) => id)
    }
    const storedIds = async () => (await server.db.selectFrom('sim_selections').select('id').orderBy('id').execute()).map(({ id }) => id)

    const others = [
      ...(await insert(other.id, [9_000_000, 9_000_000])),
      ...(await insert(null, [9_000_000, 9_000_000])),
      ...(await insert(member, [9_000_000, 9_000_000], purpose === 'change' ? 'snapshot' : 'change')),
    ]
    const [, ...rest] = await insert(member, [3_000_000, 3_000_000, 3_000_000, 4_000_000])
    const { id: first } = await call(endpoints[make], { body: { filter: {} } })
    expect(await storedIds()).toEqual([...others, ...rest, first])

    const small = await insert(
      member,
      Array.from({ length: 1_000 }, () => 1),
    )
    const { id: second } = await call(endpoints[make], { body: { filter: {} } })
    expect(await storedIds()).toEqual([...others, ...small.slice(1), second])
  })

test('a selection in use is not deleted, and requests do not wait for its release', async () => {
  await using server = await startTestServer()
  await addSims(server.db, [{}])
  const call = await server.signIn('ADMIN')
  const { id: member } = await server.db.selectFrom('members').select('id').where('email', '=', call.email).executeTakeFirstOrThrow()
  const full = { total: 10_000_000, purpose: 'snapshot' as const, created_by: member }
  const inserted = await server.db.insertInto('sim_selections').values([full, full]).returning('id').execute()
  const [used, newer] = inserted.map(({ id }) => id)
  const make = async () => (await call(endpoints.createSnapshot, { body: { filter: {} } })).id
  const storedIds = async () => (await server.db.selectFrom('sim_selections').select('id').orderBy('id').execute()).map(({ id }) => id)
  const first = await server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sim_selections').select('id').where('id', '=', used!).forUpdate().execute()
    return make()
  })
  expect(await storedIds()).toEqual([used, newer, first])
  const second = await make()
  expect(await storedIds()).toEqual([newer, first, second])
})
