import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import type { Purpose } from './queries.ts'

for (const [purpose, make] of [
  ['change', 'createSimSelection'],
  ['snapshot', 'createSnapshot'],
] as const)
  test(`selections for a ${purpose}: a member keeps ten million SIMs in a thousand lists, and always the newest; other creators and purposes keep theirs`, async () => {
    await using server = await startTestServer()
    await addSims(server.db, [{}])
    const call = await server.signIn('ADMIN')
    const { id: member } = await server.db.selectFrom('members').select('id').where('email', '=', call.email).executeTakeFirstOrThrow()
    const other = await server.db.selectFrom('members').select('id').where('id', '<>', member).executeTakeFirstOrThrow()
    const plant = async (createdBy: number | null, totals: readonly number[], of: Purpose = purpose) => {
      const values = totals.map((total) => ({ total, purpose: of, created_by: createdBy }))
      const rows = await server.db.insertInto('sim_selections').values(values).returning('id').execute()
      return rows.map(({ id }) => id)
    }
    const kept = async () => (await server.db.selectFrom('sim_selections').select('id').orderBy('id').execute()).map(({ id }) => id)

    const strangers = [
      ...(await plant(other.id, [9_000_000, 9_000_000])),
      ...(await plant(null, [9_000_000, 9_000_000])),
      ...(await plant(member, [9_000_000, 9_000_000], purpose === 'change' ? 'snapshot' : 'change')),
    ]
    const [, ...rest] = await plant(member, [3_000_000, 3_000_000, 3_000_000, 4_000_000])
    const { id: first } = await call(endpoints[make], { body: { filter: {} } })
    expect(await kept()).toEqual([...strangers, ...rest, first])

    const small = await plant(
      member,
      Array.from({ length: 1_000 }, () => 1),
    )
    const { id: second } = await call(endpoints[make], { body: { filter: {} } })
    expect(await kept()).toEqual([...strangers, ...small.slice(1), second])
  })

test('a selection in use is not deleted, and requests do not wait for its release', async () => {
  await using server = await startTestServer()
  await addSims(server.db, [{}])
  const call = await server.signIn('ADMIN')
  const { id: member } = await server.db.selectFrom('members').select('id').where('email', '=', call.email).executeTakeFirstOrThrow()
  const full = { total: 10_000_000, purpose: 'snapshot' as const, created_by: member }
  const planted = await server.db.insertInto('sim_selections').values([full, full]).returning('id').execute()
  const [used, newer] = planted.map(({ id }) => id)
  const make = async () => (await call(endpoints.createSnapshot, { body: { filter: {} } })).id
  const kept = async () => (await server.db.selectFrom('sim_selections').select('id').orderBy('id').execute()).map(({ id }) => id)
  const first = await server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sim_selections').select('id').where('id', '=', used!).forUpdate().execute()
    return make()
  })
  expect(await kept()).toEqual([used, newer, first])
  const second = await make()
  expect(await kept()).toEqual([newer, first, second])
})
