import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxTagsOfSim } from '@simdeck/contract/tag-keys.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { until } from '../../testing/until.ts'

let server: TestServer
let admin: TestCall
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())

const tagsOf = async (id: number) => (await admin(endpoints.getSim, { params: { id } })).tags
const add = (id: number, ...tags: string[]) => admin(endpoints.changeSimTags, { params: { id }, body: { add: tags } })
const rename = (tag: string, to: string, call = admin) => call(endpoints.renameTag, { body: { tag, to } })
const remove = (tag: string, call = admin) => call(endpoints.deleteTag, { body: { tag } })
const counts = async () => (await admin(endpoints.countSimTags, {})).map(({ tag, sims }) => [tag, sims])
const ended = (id: number) =>
  until(async () => {
    const task = await admin(endpoints.getTask, { params: { id } })
    return task.finishedAt !== null && task
  })
const twenty = Array.from({ length: maxTagsOfSim - 1 }, (_, at) => `n${String(at).padStart(2, '0')}`)

test('a tag is renamed on more SIMs than one part has; it merges with an existing tag, and full SIMs are changed too', async () => {
  const [both = 0, full = 0, other = 0, ...many] = await addSims(
    server.db,
    Array.from({ length: 1_503 }, (_, at) => ({ iccid: `89814${String(at).padStart(15, '0')}` })),
  )
  await add(both, 'Old', 'Gold')
  await add(full, ...twenty, 'Old')
  await add(other, 'Gold')
  await server.db
    .updateTable('sims')
    .set({ tags: ['old'] })
    .where('id', 'in', many)
    .execute()
  const { task } = await rename('ＯＬＤ', 'gold')
  expect(task).toMatchObject({ kind: 'simTags', title: 'Old → gold' })
  const end = await ended(task!.id)
  expect(end).toMatchObject({ state: 'completed', total: 1_502, done: 1_502, succeeded: 1_502, refused: 0 })
  expect(await tagsOf(both)).toEqual(['Gold'])
  expect(await tagsOf(full)).toEqual(['Gold', ...twenty])
  expect(await tagsOf(many.at(-1)!)).toEqual(['Gold'])
  expect(await counts()).toEqual([['Gold', 1_503], ...twenty.map((tag) => [tag, 1])])
  const { data } = await admin(endpoints.listTaskResults, { params: { id: end.id }, query: { take: 1 } })
  expect(data).toMatchObject([{ simId: both, outcome: 'done' }])

  // Another spelling is the same tag: no SIM changes.
  const before = (await admin(endpoints.getSim, { params: { id: other } })).updated_at
  expect(await rename('gold', 'GOLD')).toEqual({ task: null })
  expect(await admin(endpoints.getSim, { params: { id: other } })).toMatchObject({ tags: ['GOLD'], updated_at: before })

  const removal = (await remove('gold')).task!
  expect(removal).toMatchObject({ kind: 'simTags', title: '−GOLD' })
  expect(await ended(removal.id)).toMatchObject({ state: 'completed', succeeded: 1_503 })
  expect([await tagsOf(other), await tagsOf(full)]).toEqual([[], twenty])
  expect(await counts()).toEqual(twenty.map((tag) => [tag, 1]))
  const log = await server.db.selectFrom('action_logs').select('request_params').where('url', '=', '/v1/sims/tags').orderBy('id').execute()
  expect(log.map(({ request_params: sent }) => JSON.parse(sent) as unknown)).toMatchObject([
    { sims: 1_502 },
    { sims: 1_503 },
    { sims: 1_503 },
  ])
})

test('a tag without SIMs is renamed and deleted; unknown and wrong tags and other roles are refused', async () => {
  const [id = 0] = await addSims(server.db, [{}])
  await add(id, 'Empty')
  await admin(endpoints.changeSimTags, { params: { id }, body: { remove: ['Empty'] } })
  await ended((await rename('empty', 'Still empty')).task!.id)
  const names = async () => (await counts()).map(([tag]) => tag)
  expect(await names()).toContain('Still empty')
  expect(await names()).not.toContain('Empty')
  await ended((await remove('still  EMPTY')).task!.id)
  expect(await names()).not.toContain('Still empty')

  await add(id, 'Kept')
  expect(await codeOf(rename('No such tag', 'x'))).toBe('tagNotFound')
  expect(await names()).not.toContain('x')
  expect(await codeOf(remove('No such tag'))).toBe('tagNotFound')
  expect(await codeOf(rename('Kept', 'a,b'))).toBe('invalidInput')
  expect(await codeOf(rename('Kept', ' '))).toBe('invalidInput')
  const member = await server.signIn('MEMBER')
  expect(await codeOf(rename('Kept', 'Lost', member))).toBe('noPermission')
  expect(await codeOf(remove('Kept', member))).toBe('noPermission')
  expect(await member(endpoints.countSimTags, {})).toContainEqual({ tag: 'Kept', sims: 1, views: 0, rules: 0 })
  expect(await tagsOf(id)).toEqual(['Kept'])
})
