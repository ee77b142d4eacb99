import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxTags, maxTagsOfSim } from '@simdeck/contract/tag-keys.ts'
import { codeOf, failure } from '../../testing/people.ts'
import { addSims } from '../../testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { sweepTags } from './tags.ts'

let server: TestServer
let admin: TestCall
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())

type Change = { add?: string[]; remove?: string[] }
let made = 0
const addSim = async (name: string | null = null): Promise<number> => {
  const [id = 0] = await addSims(server.db, [{ iccid: `8981100000${String(made++).padStart(10, '0')}`, device_alias: name }])
  return id
}
const change = (id: number, body: Change, call = admin) => call(endpoints.changeSimTags, { params: { id }, body })
const tagsOf = async (id: number) => (await admin(endpoints.getSim, { params: { id } })).tags
const listed = async (query: object) => (await admin(endpoints.listSims, { query })).data.map(({ id }) => id)
const names = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${String(at).padStart(2, '0')}`)
const select = (simIds: number[]) => admin(endpoints.createSimSelection, { body: { simIds } })

async function changeMany(simIds: number[], body: Change) {
  const { id: selectionId } = await select(simIds)
  const { id } = await admin(endpoints.setTags, { body: { selectionId, ...body } })
  return until(async () => {
    const task = await admin(endpoints.getTask, { params: { id } })
    return task.finishedAt !== null && task
  })
}

test('tags are added and removed in any spelling, and keep the text that was typed first', async () => {
  const [one, other] = [await addSim('Meter 1'), await addSim()]
  expect((await change(one, { add: ['  ＶＩＰ ', 'ﾒｰﾀｰ', 'vip', '北  3条'] })).tags).toEqual(['ＶＩＰ', 'ﾒｰﾀｰ', '北 3条'])
  expect((await change(other, { add: ['Vip'] })).tags).toEqual(['ＶＩＰ'])
  expect(await admin(endpoints.listSimTags, {})).toEqual(['ＶＩＰ', 'ﾒｰﾀｰ', '北 3条'])

  expect((await change(one, { add: ['vip'], remove: ['none', 'メーター'] })).tags).toEqual(['ＶＩＰ', '北 3条'])
  expect(await tagsOf(one)).toEqual(['ＶＩＰ', '北 3条'])
  const rows = await server.db.selectFrom('action_logs').selectAll().where('url', '=', `/v1/sims/${one}/tags`).orderBy('id').execute()
  expect(rows.map(({ subjects, subject_name, changes }) => [subjects, subject_name, JSON.parse(String(changes))])).toEqual([
    [[`sim:${one}`], 'Meter 1', [{ field: 'tags', before: null, after: 'ＶＩＰ, ﾒｰﾀｰ, 北 3条' }]],
    [[`sim:${one}`], 'Meter 1', [{ field: 'tags', before: 'ＶＩＰ, ﾒｰﾀｰ, 北 3条', after: 'ＶＩＰ, 北 3条' }]],
  ])
})

test('the list is filtered by any of several tags, or by none of them, counted, sorted and exported by tags', async () => {
  const [both, vip, east, bare] = [await addSim(), await addSim(), await addSim(), await addSim()]
  await change(both, { add: ['Gold', 'East'] })
  await change(vip, { add: ['=Gold+1', 'gold'] })
  await change(east, { add: ['East\\side'] })
  const id = [both, vip, east, bare].join()
  expect(await listed({ id, tags: 'ＧＯＬＤ' })).toEqual([both, vip])
  expect(await listed({ id, tags: 'east,East\\\\side' })).toEqual([both, east])
  expect(await listed({ id, tags: 'gold', not: 'tags' })).toEqual([east, bare])
  expect(await listed({ id, tags: 'gol' })).toEqual([])
  expect(await listed({ id, tags: '\\,' })).toEqual([bare])
  expect(await listed({ id, tags: 'vip,\\,,East\\\\side' })).toEqual([east, bare])
  expect(await listed({ id, tags: '\\,', not: 'tags' })).toEqual([both, vip, east])
  expect(await listed({ id, sort: 'tags:ASC' })).toEqual([vip, both, east, bare])
  expect(await listed({ id, sort: 'tags:DESC' })).toEqual([east, both, vip, bare])
  expect(await admin(endpoints.countSimValues, { query: { of: 'tags', id, tags: 'gold' } })).toEqual([
    { value: 'Gold', count: 2 },
    { value: '=Gold+1', count: 1 },
    { value: 'East', count: 1 },
    { value: 'East\\side', count: 1 },
    { value: null, count: 1 },
  ])
  const { url } = await admin(endpoints.createSimExport, { body: { columns: ['id', 'tags'], filter: { id }, sort: 'id:ASC' } })
  expect(await (await fetch(server.url + url)).text()).toBe(
    `id,tags\n${both},"East, Gold"\n${vip},"'=Gold+1, Gold"\n${east},East\\side\n${bare},\n`,
  )
})

test('wrong tags, too many of one SIM and too many of the installation are refused, and nothing is written', async () => {
  const id = await addSim()
  const before = await admin(endpoints.listSimTags, {})
  const faultOf = async (body: object) => {
    const { code, fields } = await failure(change(id, body))
    return [code, fields?.[0]?.path, fields?.[0]?.message]
  }
  const tooLong = 'A tag has at most 32 characters'
  expect(await faultOf({})).toEqual(['emptyParameters', undefined, undefined])
  expect(await faultOf({ add: ['x'.repeat(33)] })).toEqual(['invalidInput', 'add.0', tooLong])
  expect(await faultOf({ add: ['x'.repeat(100_000)] })).toEqual(['invalidInput', 'add.0', tooLong])
  expect(await faultOf({ add: ['ok', '\uFDFA'.repeat(2)] })).toEqual(['invalidInput', 'add.1', tooLong])
  expect(await faultOf({ add: ['  '] })).toEqual(['invalidInput', 'add.0', 'Must not be empty'])
  const unseen = 'Control characters and invisible characters cannot be used'
  expect(await faultOf({ remove: ['a\u0007b'] })).toEqual(['invalidInput', 'remove.0', unseen])
  expect(await faultOf({ add: ['v\u200Bip'] })).toEqual(['invalidInput', 'add.0', unseen])
  for (const comma of [',', '，', '、', '､']) expect((await faultOf({ add: [`a${comma}b`] }))[2]).toBe('A tag cannot contain a comma')
  expect(await faultOf({ add: ['VIP'], remove: ['ｖｉｐ'] })).toEqual([
    'invalidInput',
    'remove',
    'A tag cannot be added and removed at once',
  ])
  expect((await faultOf({ add: names(maxTagsOfSim + 1, 'n') }))[0]).toBe('invalidInput')
  expect((await faultOf({ add: ['a'], tags: [] }))[0]).toBe('invalidInput')
  expect(await codeOf(change(id + 100_000, { add: ['Lost'] }))).toBe('simNotFound')

  const twenty = names(maxTagsOfSim, 'n')
  expect((await change(id, { add: twenty })).tags).toEqual(twenty)
  expect(await codeOf(change(id, { add: ['One more'] }))).toBe('simTagLimit')
  expect((await change(id, { add: ['😀'.repeat(32)], remove: ['n00'] })).tags).toHaveLength(maxTagsOfSim)
  expect(await admin(endpoints.listSimTags, {})).toEqual([...before, ...twenty, '😀'.repeat(32)].toSorted(byKey))

  await server.db.deleteFrom('sim_tags').where('key', 'in', ['メーター', 'n00']).execute()
  const count = (await admin(endpoints.listSimTags, {})).length
  const others = Array.from({ length: maxTags - count }, (_, at) => ({ key: `other ${at}`, label: `Other ${at}` }))
  await server.db.insertInto('sim_tags').values(others).execute()
  const [last = 0, ...some] = await addSims(
    server.db,
    Array.from({ length: 51 }, (_, at) => ({ iccid: `89812${String(at).padStart(15, '0')}`, tags: keysAt(others, at) })),
  )
  expect(some).toHaveLength(50)
  expect(await codeOf(change(id, { add: ['Over'], remove: ['n01'] }))).toBe('tagLimit')
  const { id: selectionId } = await select([id])
  expect(await codeOf(admin(endpoints.setTags, { body: { selectionId, add: ['Over'] } }))).toBe('tagLimit')
  expect(await tagsOf(id)).toContain('n01')
  // A tag that no SIM has gives its place to another one.
  await change(last, { remove: ['Other 0'] })
  const free = await admin(endpoints.listSimTags, {})
  expect(free).toContain('Other 0')
  expect((await change(id, { add: ['Over'], remove: ['n01'] })).tags).toContain('Over')
  expect((await admin(endpoints.listSimTags, {})).toSorted()).toEqual([...free.filter((tag) => tag !== 'Other 0'), 'Over'].toSorted())
  await server.db.deleteFrom('sims').where('iccid', 'like', '89812%').execute()
})

const byKey = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one.normalize('NFKC').toLowerCase()), Buffer.from(other.normalize('NFKC').toLowerCase()))
const keysAt = (tags: readonly { key: string }[], at: number) => tags.slice(20 * at, 20 * at + 20).map(({ key }) => key)

test('the tags of many SIMs are changed by a task, which refuses those that would have too many', async () => {
  const [one, full, gone] = [await addSim(), await addSim(), await addSim()]
  await change(full, { add: names(maxTagsOfSim, 'f') })
  await change(one, { add: ['f00', 'Old'] })
  const { id: selectionId, total } = await select([one, full, gone])
  expect(total).toBe(3)
  await admin(endpoints.deleteSim, { params: { id: gone } })
  const started = await admin(endpoints.setTags, { body: { selectionId, add: ['Ｎew', 'f00'], remove: ['old'] } })
  expect(started).toMatchObject({ kind: 'simTags', title: '+Ｎew +f00 −old', total: 3 })
  const ended = await until(async () => {
    const task = await admin(endpoints.getTask, { params: { id: started.id } })
    return task.finishedAt !== null && task
  })
  expect(ended).toMatchObject({ state: 'completed', succeeded: 1, refused: 2 })
  expect([await tagsOf(one), (await tagsOf(full)).length]).toEqual([['f00', 'Ｎew'], maxTagsOfSim])
  const { data } = await admin(endpoints.listTaskResults, { params: { id: started.id }, query: { outcome: 'refused' } })
  expect(data.map(({ simId, message }) => [simId, message])).toEqual([
    [full, 'A SIM can have at most 20 tags'],
    [gone, 'The SIM no longer exists'],
  ])
  const log = await server.db
    .selectFrom('action_logs')
    .selectAll()
    .where('url', '=', '/v1/sims/bulk/tags')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(JSON.parse(log!.request_params)).toEqual({ selectionId, add: ['Ｎew', 'f00'], remove: ['old'], sims: 3 })

  const unchanged = async () => (await admin(endpoints.getSim, { params: { id: one } })).updated_at
  const before = await unchanged()
  expect(await changeMany([one], { add: ['new'], remove: ['absent'] })).toMatchObject({ succeeded: 1 })
  expect(await unchanged()).toBe(before)
  expect(await codeOf(admin(endpoints.setTags, { body: { selectionId, add: [] } }))).toBe('emptyParameters')
  expect(await codeOf(admin(endpoints.setTags, { body: { selectionId: selectionId + 1000, add: ['New'] } }))).toBe('selectionNotFound')
})

test('each role reads tags, and only roles that may change SIMs change tags', async () => {
  const id = await addSim()
  const { id: selectionId } = await select([id])
  for (const role of ['ROOT', 'ADMIN', 'MEMBER'] as const) {
    const call = await server.signIn(role)
    const refusal = role === 'MEMBER' ? 'noPermission' : 'answered'
    expect([role, await codeOf(call(endpoints.listSimTags, {}))]).toEqual([role, 'answered'])
    expect([role, await codeOf(change(id, { add: ['f01'] }, call))]).toEqual([role, refusal])
    expect([role, await codeOf(call(endpoints.setTags, { body: { selectionId, add: ['f01'] } }))]).toEqual([role, refusal])
  }
  expect((await fetch(`${server.url}/v1/sims/tags`)).status).toBe(401)
})

test('the sweep deletes old tags that no SIM has, and no others', async () => {
  const id = await addSim()
  await change(id, { add: ['Kept', 'Unused'] })
  await change(id, { remove: ['Unused'] })
  const known = async () => (await admin(endpoints.listSimTags, {})).filter((tag) => ['Kept', 'Unused'].includes(tag))
  await sweepTags(server.db)
  expect(await known()).toEqual(['Kept', 'Unused'])
  await server.db
    .updateTable('sim_tags')
    .set({ created_at: new Date(Date.now() - 7_200_000) })
    .execute()
  await sweepTags(server.db)
  expect(await known()).toEqual(['Kept'])
})
