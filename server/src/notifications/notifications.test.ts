import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'
import { until } from '../testing/until.ts'
import { bellOf, idOf, itemsOf, titlesOf, unreadOf } from './notifications.fixture.ts'
import { type NewNotification, notify } from '../platform/notifications/notify.ts'
import { deleteOld } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.db.deleteFrom('notifications').execute()
})

const tell = (event: NewNotification, { commits = true } = {}) =>
  server.db
    .transaction()
    .execute(async (trx) => {
      await notify(trx, event)
      if (!commits) throw new Error('rolled back')
    })
    .catch(() => undefined)
const paused = (name: string, more: Partial<NewNotification> = {}) =>
  ({ kind: 'campaignPaused', params: { name, sims: 1_200, failed: 3, ended: 40 }, ownerId: null, ...more }) as NewNotification
const completed = (name: string, ownerId: number | null) =>
  ({ kind: 'campaignCompleted', params: { name, sims: 2 }, ownerId, campaignId: 7 }) as NewNotification
/** Events that are too old to be joined with later ones. */
const settle = () =>
  server.db
    .updateTable('notifications')
    .set({ first_at: new Date(Date.now() - 3_600_000) })
    .execute()

test('each member reads an event in their own language, with its link, and marks it as read for themselves only', async () => {
  const [ja, en] = [await server.signIn('MEMBER', 'ja'), await server.signIn('ADMIN', 'en')]
  await tell(paused('メーター更新', { campaignId: 12 }))
  const [item] = await itemsOf(ja, 'ota')
  expect(item).toMatchObject({
    title: '失敗が上限を超え、配信が一時停止しました',
    body: 'メーター更新・1,200台・40台中3台が失敗',
    to: '/otas/campaigns/12',
    tone: 'failed',
    simIds: [],
    read: false,
  })
  expect(Math.abs(Date.parse(item!.date) - Date.now())).toBeLessThan(60_000)
  expect(await titlesOf(en, 'ota')).toEqual(['Campaign paused: too many failures: メーター更新 · 1,200 SIMs · 3 of 40 failed'])
  expect(await unreadOf(ja)).toEqual({ sim: 0, ota: 1, iotsafe: 0 })

  expect(await ja(endpoints.readNotifications, { body: { ids: [item!.id, item!.id + 1_000_000] } })).toEqual({
    unread: { sim: 0, ota: 0, iotsafe: 0 },
  })
  expect((await itemsOf(ja, 'ota'))[0]!.read).toBe(true)
  expect(await unreadOf(en)).toMatchObject({ ota: 1 })
})

test('an event of a transaction that is rolled back is not told', async () => {
  const call = await server.signIn('MEMBER')
  await tell(paused('a'), { commits: false })
  expect(await itemsOf(call, 'ota')).toEqual([])
})

test('a member keeps the newest twenty of a category, also beside many of kinds that the member does not get', async () => {
  const call = await server.signIn('MEMBER')
  for (let n = 1; n <= 25; n++) {
    await tell(paused(`c${n}`, { campaignId: n }))
    await tell(completed(`other ${n}`, null))
    await settle()
  }
  const bodies = async () => (await itemsOf(call, 'ota')).map(({ to }) => to)
  const newest = Array.from({ length: 20 }, (_, n) => `/otas/campaigns/${25 - n}`)
  expect(await bodies()).toEqual(newest)
  expect(await unreadOf(call)).toEqual({ sim: 0, ota: 20, iotsafe: 0 })
  await deleteOld(server.db)
  expect(await bodies()).toEqual(newest)
  const { count } = await server.db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(40)
})

test('members hear of what they started, and of the campaigns of others if they choose so; a new member hears of nothing before', async () => {
  const [mine, other] = [await server.signIn('ADMIN'), await server.signIn('ADMIN')]
  const ownerId = await idOf(server, mine)
  await tell(completed('nightly', ownerId))
  await tell({
    kind: 'taskCompleted',
    params: { task: 'simAlias', title: 'meter', total: 3, refused: 1, failure: null },
    ownerId,
    taskId: 4,
  })
  expect(await titlesOf(mine, 'ota')).toEqual(['Campaign completed: nightly · 2 SIMs'])
  expect(await titlesOf(mine, 'sim')).toEqual(['Task completed: Change of device aliases · meter · 3 SIMs · 1 SIM refused'])
  expect(await unreadOf(other)).toEqual({ sim: 0, ota: 0, iotsafe: 0 })
  const choose = (value: object) => other(endpoints.postUserConfig, { body: [{ key: 'user_notifications', value: JSON.stringify(value) }] })
  using bell = await bellOf(server, other)
  await choose({ bell: { otherCampaigns: true, ownTasks: true }, mail: {}, digestAt: '08:30', zone: 'Asia/Tokyo' })
  await bell.shows('ota', 1)
  expect(await titlesOf(other, 'ota')).toEqual(['Campaign completed: nightly · 2 SIMs'])
  expect(await itemsOf(other, 'sim')).toEqual([])
  const late = await server.signIn('ADMIN')
  await late(endpoints.postUserConfig, {
    body: [{ key: 'user_notifications', value: '{"bell":{"otherCampaigns":true},"mail":{},"digestAt":"08:30","zone":"UTC"}' }],
  })
  expect(await itemsOf(late, 'ota')).toEqual([])
  await expect(choose({ bell: { nonsense: true }, mail: {}, digestAt: '08:30', zone: 'Asia/Tokyo' })).rejects.toMatchObject({ status: 400 })
  await expect(choose({ bell: {}, mail: {}, digestAt: '24:00', zone: 'Asia/Tokyo' })).rejects.toMatchObject({ status: 400 })
})

test('a request for approval reaches those who may approve, without the member who asks', async () => {
  const [asker, approver, reader] = [await server.signIn('ADMIN'), await server.signIn('ROOT'), await server.signIn('MEMBER')]
  const ownerId = await idOf(server, asker)
  await tell({ kind: 'approvalAsked', params: { name: 'big', sims: 5_000, asker: 'Ken' }, ownerId, campaignId: 3 })
  expect(await titlesOf(approver, 'ota')).toEqual(['A campaign needs your approval: big · 5,000 SIMs · asked by Ken'])
  expect(await itemsOf(asker, 'ota')).toEqual([])
  expect(await itemsOf(reader, 'ota')).toEqual([])
})

test('changed IMEIs in ten minutes are one notification of so many different SIMs, which is unread again after each', async () => {
  const call = await server.signIn('MEMBER')
  const ids = await addSims(
    server.db,
    Array.from({ length: 38 }, (_, n) => ({ iccid: `89811000055${String(n).padStart(8, '0')}`, device_alias: `meter ${n}` })),
  )
  const changed = (...simIds: number[]) =>
    tell({ kind: 'imeiChanged', params: { name: `meter ${ids.indexOf(simIds[0]!)}` }, ownerId: null, simIds })
  await changed(ids[3]!)
  const [one] = await itemsOf(call, 'sim')
  expect(one).toMatchObject({ title: 'IMEI changed', body: 'meter 3', to: `/sims/${ids[3]}/8981100005500000003`, simIds: [ids[3]] })
  await call(endpoints.readNotifications, { body: { ids: [one!.id] } })
  await changed(...ids.slice(0, 20))
  await changed(...ids.slice(10))
  const items = await itemsOf(call, 'sim')
  expect(items).toMatchObject([{ title: 'IMEI changed on 38 SIMs', body: 'meter 10 and 37 more', read: false }])
  expect(items[0]!.to).toMatch(/^\/\?id=(\d+,){37}\d+$/)
  expect(items[0]!.simIds.toSorted((a, b) => a - b)).toEqual(ids)
  await settle()
  await changed(ids[0]!)
  expect(await itemsOf(call, 'sim')).toHaveLength(2)
  await server.db.deleteFrom('sims').where('id', '=', ids[0]!).execute()
  expect((await itemsOf(call, 'sim'))[0]).toMatchObject({ body: 'meter 0', to: null })
})

test('a burst of ended campaigns is joined from the fifth on, also of transactions at the same time; a few stay apart', async () => {
  const call = await server.signIn('ADMIN')
  const ownerId = await idOf(server, call)
  for (let n = 1; n <= 4; n++) await tell(completed(`c${n}`, ownerId))
  expect(await itemsOf(call, 'ota')).toHaveLength(4)
  await Promise.all(Array.from({ length: 8 }, (_, n) => tell(completed(`d${n}`, ownerId))))
  const items = await itemsOf(call, 'ota')
  expect(items).toMatchObject([{ title: '12 campaigns completed', to: '/otas/campaigns' }])
  expect(items[0]!.body).toMatch(/^d\d and 11 more$/)
})

test('the bell counts live on every device of a member: at its start, after an event, and after reading on another device', async () => {
  const call = await server.signIn('MEMBER')
  const stranger = await server.signIn('MEMBER')
  using one = await bellOf(server, call)
  using two = await bellOf(server, call)
  using other = await bellOf(server, stranger)
  expect(one.counts[0]).toEqual({ sim: 0, ota: 0, iotsafe: 0 })
  await tell({ kind: 'newSignIn', params: { ip: '192.0.2.1' }, ownerId: await idOf(server, call) })
  await tell(paused('a'))
  await Promise.all([one.shows('ota', 1), two.shows('ota', 1), other.shows('ota', 1)])
  await Promise.all([one.shows('sim', 1), two.shows('sim', 1)])
  expect(other.counts.at(-1)).toMatchObject({ sim: 0 })
  const [item] = await itemsOf(call, 'ota')
  await call(endpoints.readNotifications, { body: { ids: [item!.id] } })
  await Promise.all([one.shows('ota', 0), two.shows('ota', 0)])
  expect(other.counts.at(-1)).toMatchObject({ ota: 1 })
})

test('hostile ids and categories are refused, and API IDs have no notifications', async () => {
  const call = await server.signIn('MEMBER')
  const bad = [
    { ids: [] },
    { ids: [0] },
    { ids: [-1] },
    { ids: [1.5] },
    { ids: [2 ** 60] },
    { ids: ['1'] },
    { ids: Array(21).fill(1) },
    {},
    { ids: [1], more: 1 },
  ]
  for (const body of bad) await expect(call(endpoints.readNotifications, { body: body as never })).rejects.toMatchObject({ status: 400 })
  await expect(call(endpoints.getNotifications, { query: { category: 'esim' as never } })).rejects.toMatchObject({ status: 400 })
  await expect(server.anonymous(endpoints.getNotifications, { query: { category: 'sim' } })).rejects.toMatchObject({ status: 401 })
})

test('the notifications of a deleted member are deleted with what only that member got', async () => {
  const root = await server.signIn('ROOT')
  const gone = await server.signIn('ADMIN')
  const ownerId = await idOf(server, gone)
  await tell({ kind: 'newSignIn', params: { ip: '192.0.2.1' }, ownerId })
  await tell(paused('stays', { ownerId }))
  await gone(endpoints.readNotifications, { body: { ids: [(await itemsOf(gone, 'ota'))[0]!.id] } })
  await root(endpoints.deleteMembers, { body: { emails: [gone.email] } })
  await until(async () => (await server.db.selectFrom('notification_reads').selectAll().execute()).length === 0)
  const left = await server.db.selectFrom('notifications').select(['kind', 'owner_id']).execute()
  expect(left).toEqual([{ kind: 'campaignPaused', owner_id: null }])
})
