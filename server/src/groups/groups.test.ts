import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { groupDeletedAtOnce } from '@simdeck/contract/groups.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
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

test('groups are listed with their figures, sorted by each of them, and found by address, phone number and type', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('MEMBER')
  const admin = await server.signIn('ADMIN')
  const create = (name: string, more: object = {}) => admin(endpoints.createGroup, { body: { name, ...more } })
  const small = await create('small', { address: '札幌市', phone_number: '011-000' })
  const large = await create('large', { type: 2 })
  await create('empty')
  const silent = { status: 'ACTIVATED' as const, connection: 0 as const, group_id: small.id, status_other_applet: 'Failed' as const }
  const [quiet = 0] = await addSims(server.db, [
    silent,
    // A SIM that was not heard is set to off by a job.
    ...[1, 2, 1].map((connection) => ({ group_id: large.id, connection: connection as 1 | 2, last_poll: new Date() })),
    { status_other_applet: 'Blocked', status_poller: 'Failed' },
    { group_id: large.id, status_other_applet: 'Succeeded', status_poller: 'Failed' },
  ])
  await server.db
    .updateTable('sim_contacts')
    .set({ last_poll: new Date(0), poll_seconds: 600 })
    .where('sim_id', '=', quiet)
    .execute()

  const list = async (query: object) => (await call(endpoints.listGroups, { query })).data
  const listed = await list({ figures: 'true' })
  expect(listed.map((row) => [row.name, row.size, row.online, row.expected, row.silent, row.failed_applets, row.failed_pollers])).toEqual([
    ['empty', 0, 0, 0, 0, 0, 0],
    ['large', 4, 3, 0, 0, 0, 1],
    ['small', 1, 0, 1, 1, 1, 0],
  ])
  expect((await list({})).map(({ size, online, failed_applets: failed }) => [size, online, failed])).toEqual([
    [0, null, null],
    [4, null, null],
    [1, null, null],
  ])
  expect(await call(endpoints.getGroupTotals, {})).toEqual({
    withoutGroup: { size: 1, online: 0, expected: 0, silent: 0, failed_applets: 1, failed_pollers: 1 },
    all: { size: 6, online: 3, expected: 1, silent: 1, failed_applets: 2, failed_pollers: 2 },
  })
  const sorted = async (sort: string) => (await list({ sort })).map(({ name }) => name)
  expect(await sorted('size:DESC')).toEqual(['large', 'small', 'empty'])
  expect(await sorted('size:ASC')).toEqual(['empty', 'small', 'large'])
  expect(await sorted('online:DESC')).toEqual(['large', 'empty', 'small'])
  expect(await sorted('silent:DESC')).toEqual(['small', 'empty', 'large'])
  expect(await sorted('failed_applets:DESC')).toEqual(['small', 'empty', 'large'])
  expect(await sorted('failed_pollers:DESC')).toEqual(['large', 'empty', 'small'])
  expect(await sorted('type:DESC')).toEqual(['large', 'empty', 'small'])
  expect((await sorted('address:DESC'))[0]).toBe('small')
  const found = async (query: object) => (await list(query)).map(({ name }) => name)
  expect(await found({ search: '札幌' })).toEqual(['small'])
  expect(await found({ search: '011' })).toEqual(['small'])
  expect(await found({ search: '%' })).toEqual([])
  expect(await found({ type: '2' })).toEqual(['large'])
  expect(await codeOf(list({ type: '3' }))).toBe('invalidInput')
  expect(await codeOf(list({ sort: 'id:ASC' }))).toBe('invalidInput')
})

test('a large group is deleted by a task with a result for each SIM, and the other groups keep theirs', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const create = (name: string) => admin(endpoints.createGroup, { body: { name } })
  const [large, other] = [await create('large'), await create('other')]
  const count = groupDeletedAtOnce + 1
  const sims = Array.from({ length: count + 1 }, (_, at) => ({
    iccid: `89811${String(at).padStart(14, '0')}`,
    group_id: at < count ? large.id : other.id,
  }))
  for (let at = 0; at < sims.length; at += 1_000)
    await server.db
      .insertInto('sims')
      .values(sims.slice(at, at + 1_000))
      .execute()
  const member = await server.signIn('MEMBER')
  expect(await codeOf(member(endpoints.deleteGroup, { params: { id: large.id } }))).toBe('noPermission')
  expect(await codeOf(member(endpoints.deleteGroups, { body: { ids: [large.id] } }))).toBe('noPermission')

  const { task } = await admin(endpoints.deleteGroups, { body: { ids: [large.id] } })
  expect(task).toMatchObject({ kind: 'groupDelete', title: 'large', total: count })
  const ended = await until(async () => {
    const now = await admin(endpoints.getTask, { params: { id: task!.id } })
    return now.finishedAt !== null && now
  })
  expect(ended).toMatchObject({ state: 'completed', done: count, succeeded: count, refused: 0 })
  expect(await codeOf(admin(endpoints.getGroup, { params: { id: large.id } }))).toBe('groupNotFound')
  expect(await admin(endpoints.getGroup, { params: { id: other.id } })).toMatchObject({ size: 1 })
  const results = await admin(endpoints.listTaskResults, { params: { id: task!.id }, query: { take: 1 } })
  expect(results).toMatchObject({ totalItems: count, data: [{ outcome: 'done', message: null }] })
  const { total } = await server.db
    .selectFrom('sims')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  expect(total).toBe(count + 1)
  const log = await server.db
    .selectFrom('action_logs')
    .select('action')
    .where('action', '=', 'groupDelete')
    .where('status', '=', 200)
    .execute()
  expect(log).toHaveLength(1)
})
