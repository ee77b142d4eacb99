import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'
import { until } from '../testing/until.ts'
import { addRule } from './alerts.fixture.ts'

let server: TestServer
let admin: TestCall
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())

const add = (id: number, ...tags: string[]) => admin(endpoints.changeSimTags, { params: { id }, body: { add: tags } })
const rename = (tag: string, to: string) => admin(endpoints.renameTag, { body: { tag, to } })
const remove = (tag: string) => admin(endpoints.deleteTag, { body: { tag } })
const ended = (id: number) =>
  until(async () => {
    const task = await admin(endpoints.getTask, { params: { id } })
    return task.finishedAt !== null && task
  })

test('saved views and alert rules follow the new name of a tag, and are counted before one is deleted', async () => {
  const member = await server.signIn('ADMIN')
  const viewOf = (name: string, search: Record<string, string>) =>
    member(endpoints.createSimView, {
      body: { name, shared: false, search, table: { order: [], hidden: [], density: 'default' } },
    })
  const [id = 0] = await addSims(server.db, [{}])
  await add(id, 'Meter 1', 'Depot')
  const view = await viewOf('meters', { tags: String.raw`meter 1,Depot,\,`, status: 'ACTIVATED' })
  const other = await viewOf('other', { tags: 'Depot', sort: 'iccid:ASC' })
  await viewOf('untagged', { status: 'ACTIVATED' })
  const rule = await addRule(admin, { name: 'Meters', source: { kind: 'filter', filter: { tags: 'METER 1' } } })
  const uses = async (tag: string) => (await admin(endpoints.countSimTags, {})).find((one) => one.tag === tag)
  expect(await uses('Meter 1')).toEqual({ tag: 'Meter 1', sims: 1, views: 1, rules: 1 })
  expect(await uses('Depot')).toEqual({ tag: 'Depot', sims: 1, views: 2, rules: 0 })

  const searches = async () => (await member(endpoints.listSimViews, {})).map(({ id: one, search }) => [one, search])
  const filterOf = async () => (await admin(endpoints.getAlertRule, { params: { id: rule.id } })).filter
  await ended((await rename('Meter 1', 'Gas meter')).task!.id)
  expect(await searches()).toContainEqual([view.id, { tags: String.raw`Gas meter,Depot,\,`, status: 'ACTIVATED' }])
  expect(await searches()).toContainEqual([other.id, { tags: 'Depot', sort: 'iccid:ASC' }])
  expect(await filterOf()).toEqual({ tags: 'Gas meter' })

  // A merge leaves the other tag once, and another spelling is written at once.
  await ended((await rename('Gas meter', 'depot')).task!.id)
  expect(await searches()).toContainEqual([view.id, { tags: String.raw`Depot,\,`, status: 'ACTIVATED' }])
  expect(await filterOf()).toEqual({ tags: 'Depot' })
  await rename('depot', 'DEPOT')
  expect(await searches()).toContainEqual([other.id, { tags: 'DEPOT', sort: 'iccid:ASC' }])

  await ended((await remove('DEPOT')).task!.id)
  expect(await searches()).toContainEqual([other.id, { tags: 'DEPOT', sort: 'iccid:ASC' }])
  await admin(endpoints.deleteAlertRule, { params: { id: rule.id } })
})

test('while the SIMs of a renamed tag are changed, the rules that filter by it name both tags', async () => {
  const [id = 0] = await addSims(server.db, [{ iccid: '8981100000000077777' }])
  await add(id, 'Before')
  const rule = await addRule(admin, { name: 'Both', source: { kind: 'filter', filter: { tags: 'Before', status: 'ACTIVATED' } } })
  // A task that is queued behind a locked row changes nothing yet.
  const blocked = await server.db.startTransaction().execute()
  await blocked.selectFrom('sims').select('id').where('id', '=', id).forUpdate().execute()
  const task = (await rename('Before', 'After')).task!
  expect((await admin(endpoints.getAlertRule, { params: { id: rule.id } })).filter).toEqual({ tags: 'Before,After', status: 'ACTIVATED' })
  await blocked.rollback().execute()
  await ended(task.id)
  expect((await admin(endpoints.getAlertRule, { params: { id: rule.id } })).filter).toEqual({ tags: 'After', status: 'ACTIVATED' })
  await admin(endpoints.deleteAlertRule, { params: { id: rule.id } })
})
