import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'

test('groups are added, found, changed and deleted (all that a call names, or none), and their SIMs stay', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const create = (name: string, more: object = {}) => call(endpoints.createGroup, { body: { name, ...more } })
  const tokyo = await create(' 東京 支店 ', { type: 2, phone_number: '+81 (3) 1234-5678', address: '千代田区' })
  expect(tokyo).toMatchObject({ name: '東京 支店', type: 2, phone_number: '+81 (3) 1234-5678', address: '千代田区', size: 0 })
  const meters = await create('Meters 100%')
  expect(meters).toMatchObject({ type: 1, phone_number: null, address: null })
  const osaka = await create('alpha')
  expect(await codeOf(create('METERS 100%'))).toBe('groupExists')
  expect(await codeOf(create('   '))).toBe('invalidInput')

  const [one = 0, two = 0] = await addSims(server.db, [{ group_id: meters.id }, { group_id: meters.id }, {}])
  const names = async (query: { name?: string; sort?: 'name:DESC' | 'created:ASC'; take?: string; pageIndex?: string }) =>
    (await call(endpoints.listGroups, { query })).data.map(({ name }) => name)
  expect(await names({})).toEqual(['alpha', 'Meters 100%', '東京 支店'])
  expect(await names({ sort: 'name:DESC' })).toEqual(['東京 支店', 'Meters 100%', 'alpha'])
  expect(await names({ sort: 'created:ASC', take: '2' })).toEqual(['東京 支店', 'Meters 100%'])
  expect(await names({ name: '0%' })).toEqual(['Meters 100%'])
  expect(await names({ name: 'ALPHA', pageIndex: '1' })).toEqual([])
  expect(await call(endpoints.getGroup, { params: { id: meters.id } })).toEqual({ ...meters, size: 2 })

  const update = (id: number, name: string) => call(endpoints.updateGroup, { params: { id }, body: { name } })
  expect(await update(meters.id, 'meters 100%')).toMatchObject({ id: meters.id, name: 'meters 100%', size: 2 })
  expect(await codeOf(update(meters.id, 'ALPHA'))).toBe('groupExists')
  expect(await codeOf(update(osaka.id + 1000, 'x'))).toBe('groupNotFound')
  expect((await call(endpoints.getSim, { params: { id: one } })).group).toEqual({ id: meters.id, name: 'meters 100%' })

  const before = await call(endpoints.getSim, { params: { id: two } })
  const remove = (...ids: number[]) => call(endpoints.deleteGroups, { body: { ids } })
  expect(await codeOf(remove(meters.id, 999_999))).toBe('groupNotFound')
  expect(await names({})).toHaveLength(3)
  // Two simultaneous requests name the same groups, in another order and one twice: one succeeds, the other finds none.
  const both = await Promise.all([codeOf(remove(tokyo.id, meters.id)), codeOf(remove(meters.id, tokyo.id, meters.id))])
  expect(both.toSorted()).toEqual(['answered', 'groupNotFound'])
  expect(await names({})).toEqual(['alpha'])
  const after = await call(endpoints.getSim, { params: { id: two } })
  expect(after).toMatchObject({ id: two, group: null })
  expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
  expect(await codeOf(call(endpoints.deleteGroup, { params: { id: tokyo.id } }))).toBe('groupNotFound')
  await call(endpoints.deleteGroup, { params: { id: osaka.id } })
  expect(await names({})).toEqual([])
  const member = await server.signIn('MEMBER')
  expect(await codeOf(member(endpoints.createGroup, { body: { name: 'x' } }))).toBe('noPermission')

  const log = await server.db.selectFrom('action_logs').select(['action', 'status']).orderBy('id').execute()
  const done = log.filter(({ status }) => status === 200).map(({ action }) => action)
  expect(done).toEqual(['groupAdd', 'groupAdd', 'groupAdd', 'groupUpdate', 'groupDelete', 'groupDelete'])
})
