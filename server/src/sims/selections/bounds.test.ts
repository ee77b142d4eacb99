import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'

for (const [table, make] of [
  ['sim_selections', 'createSimSelection'],
  ['ota_snapshots', 'createSnapshot'],
] as const)
  test(`${table}: a member keeps ten million SIMs in a thousand lists, and always the newest; other creators keep theirs`, async () => {
    await using server = await startTestServer()
    await addSims(server.db, [{}])
    const call = await server.signIn('ADMIN')
    const { id: member } = await server.db.selectFrom('members').select('id').where('email', '=', call.email).executeTakeFirstOrThrow()
    const other = await server.db.selectFrom('members').select('id').where('id', '<>', member).executeTakeFirstOrThrow()
    const plant = async (createdBy: number | null, totals: readonly number[]) => {
      const values = totals.map((total) => ({ total, created_by: createdBy }))
      const rows = await server.db.insertInto(table).values(values).returning('id').execute()
      return rows.map(({ id }) => id)
    }
    const kept = async () => (await server.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)

    const strangers = [...(await plant(other.id, [9_000_000, 9_000_000])), ...(await plant(null, [9_000_000, 9_000_000]))]
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
