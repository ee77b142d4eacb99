import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxSimViews } from '@simdeck/contract/sim-views.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer, type TestCall } from '../../testing/server.ts'

const content = (name: string, shared = false) => ({
  name,
  shared,
  search: { status: 'ACTIVATED', sort: 'iccid:ASC' },
  table: { order: ['iccid', 'status'], hidden: ['imei'], density: 'compact' as const },
})

test('a member saves views by name and shares them, and only their owner can change them', async () => {
  await using server = await startTestServer()
  const [one, two] = [await server.signIn('MEMBER'), await server.signIn('ADMIN')]
  const create = (call: TestCall, name: string, shared = false) => call(endpoints.createSimView, { body: content(name, shared) })
  const list = async (call: TestCall) => (await call(endpoints.listSimViews, {})).map(({ name, own, shared }) => [name, own, shared])

  const active = await create(one, 'Active')
  expect(active).toMatchObject({ ...content('Active'), own: true, ownerName: 'MEMBER' })
  const shared = await create(one, 'Shared by one', true)
  expect(await codeOf(create(one, 'ACTIVE'))).toBe('viewExists')
  await create(two, 'active', true)
  expect(await list(one)).toEqual([
    ['Active', true, false],
    ['Shared by one', true, true],
    ['active', false, true],
  ])
  expect(await list(two)).toEqual([
    ['active', true, true],
    ['Shared by one', false, true],
  ])

  const update = (call: TestCall, id: number, name: string) =>
    call(endpoints.updateSimView, { params: { id }, body: { ...content(name), search: {} } })
  expect(await codeOf(update(two, shared.id, 'x'))).toBe('viewNotFound')
  expect(await codeOf(two(endpoints.deleteSimView, { params: { id: shared.id } }))).toBe('viewNotFound')
  expect(await codeOf(update(one, shared.id, 'active'))).toBe('viewExists')
  expect(await update(one, shared.id, 'No longer shared')).toMatchObject({ shared: false, search: {}, own: true })
  expect(await list(two)).toEqual([['active', true, true]])
  await one(endpoints.deleteSimView, { params: { id: active.id } })
  expect(await codeOf(one(endpoints.deleteSimView, { params: { id: active.id } }))).toBe('viewNotFound')

  // Two simultaneous requests compete for the last place.
  const { owner_id } = await server.db.selectFrom('sim_views').select('owner_id').where('id', '=', shared.id).executeTakeFirstOrThrow()
  const rows = Array.from({ length: maxSimViews - 2 }, (_, index) => ({
    owner_id,
    name: `view ${index}`,
    shared: false,
    search: '{}',
    table_view: '{}',
  }))
  await server.db.insertInto('sim_views').values(rows).execute()
  const last = await Promise.all([codeOf(create(one, 'a')), codeOf(create(one, 'b'))])
  expect(last.toSorted()).toEqual(['answered', 'viewLimit'])
})
