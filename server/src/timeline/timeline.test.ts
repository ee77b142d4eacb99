import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxTimelineCount, type TimelineKind } from '@simdeck/contract/sim-timeline.ts'
import { addOtas } from '../testing/otas.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'
import { until } from '../testing/until.ts'

let server: TestServer
let admin: TestCall
let root: TestCall
let made = 0
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('ADMIN')
  root = await server.signIn('ROOT')
})
afterAll(() => server[Symbol.asyncDispose]())

const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs)
async function addSim(): Promise<number> {
  const [id = 0] = await addSims(server.db, [{ iccid: `898110000000002${String(++made).padStart(4, '0')}`, imei: '351111111111111' }])
  return id
}
type Query = { kinds?: string; take?: number; before?: string }
/** The offset of a time zone in which it is noon, so that the events of a test are on one day. */
const now = new Date()
const timezoneOffset = Math.round((now.getUTCHours() * 60 + now.getUTCMinutes() - 720) / 15) * 15
const timeline = (id: number, query: Query = {}, call: TestCall = root) =>
  call(endpoints.getSimTimeline, { params: { id }, query: { timezoneOffset, ...query } })
const polls = (simId: number, minutes: readonly number[], rsrp: (minute: number) => number | null = () => null) =>
  server.db
    .insertInto('raw_ota_service_logs')
    .values(
      minutes.map((minute) => ({
        at: ago(minute),
        sim_id: simId,
        session_id: 0,
        sequence: 0,
        job_id: null,
        direction: 'card' as const,
        code: 1,
        bytes: 92,
        fields: JSON.stringify({ rsrp: rsrp(minute) }),
        commands: '[]',
      })),
    )
    .execute()

/** A SIM with an event of most kinds, newest first: notification, group, status, IMEI, refresh, OTA, certificate. */
async function eventfulSim(): Promise<number> {
  const id = await addSim()
  const { db } = server
  await addOtas(db, id, [{ kind: 'install', status: 'Failed', code: 500, sw: '6A84', created_at: ago(80), finished_at: ago(70) }])
  await db
    .insertInto('sim_data_logs')
    .values({ sim_id: id, user_name: 'Hana', user_email: null, created_at: ago(60), is_success: true, failure: null })
    .execute()
  await db
    .updateTable('sims')
    .set({ imei: '352222222222222', imei_status: 'changed', imei_changed_at: ago(50) })
    .where('id', '=', id)
    .execute()
  const group = await admin(endpoints.createGroup, { body: { name: `Kanto ${id}` } })
  await admin(endpoints.updateSim, { params: { id }, body: { group_id: group.id } })
  const { id: selectionId } = await admin(endpoints.createSimSelection, { body: { simIds: [id] } })
  await admin(endpoints.setStatuses, { body: { selectionId, status: 'ACTIVATED' } })
  await until(async () => (await admin(endpoints.getSim, { params: { id } })).status === 'ACTIVATED')
  await db
    .insertInto('notifications')
    .values({
      kind: 'imeiChanged',
      owner_id: null,
      only_for: null,
      sim_ids: [id],
      campaign_id: null,
      task_id: null,
      params: '{"name":"Meter"}',
    })
    .execute()
  return id
}

test('the timeline has the events of all records, newest first, with polls folded between them', async () => {
  const id = await eventfulSim()
  await polls(id, [40, 42, 44, 55, 75, 76], (minute) => -80 - (minute % 10))
  await polls(await addSim(), [41])
  const { events, next } = await timeline(id)
  expect(next).toBe(null)
  expect(events.map(({ kind }) => kind)).toEqual([
    'notification',
    'status',
    'group',
    'change',
    'poll',
    'imei',
    'poll',
    'carrier',
    'ota',
    'poll',
  ])
  expect(events.map(({ at }) => at)).toEqual(
    events
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(events[0]!.details).toMatchObject({ title: 'IMEI changed', body: 'Meter', tone: 'interrupted' })
  expect(events[1]!.details).toMatchObject({ from: 'INVENTORY', to: 'ACTIVATED', actor: 'ADMIN' })
  expect(events[3]!.details).toMatchObject({ operation: 'updateSim', request_by_name: 'ADMIN' })
  expect(events[2]!.details).toEqual({ from: null, to: `Kanto ${id}` })
  expect(events[4]!.details).toMatchObject({ count: 3, rsrp_least: -84, rsrp_most: -80 })
  expect(events[5]!.details).toMatchObject({ from: '351111111111111', to: '352222222222222', confirmed_by: null, lock_result: null })
  expect(events[8]!.details).toMatchObject({ kind: 'install', status: 'Failed', code: 500, sw: '6A84' })
  expect(events[9]!.details).toMatchObject({ count: 2 })
})

test('the events are counted by kind up to a bound, without those that the caller may not read', async () => {
  const id = await eventfulSim()
  await polls(id, [40, 42, 65, 75])
  const counts = async (call: TestCall) =>
    Object.fromEntries(
      (await call(endpoints.countSimTimeline, { params: { id } })).map(({ kind, count, more }) => [kind, more ? 'more' : count]),
    )
  const { events } = await timeline(id)
  const byKind = (kind: TimelineKind) => events.filter((event) => event.kind === kind).length
  expect(await counts(root)).toEqual({
    ...Object.fromEntries(
      ['status', 'ota', 'iotsafe', 'imei', 'group', 'change', 'notification', 'carrier'].map((kind) => [
        kind,
        byKind(kind as TimelineKind),
      ]),
    ),
    poll: 4,
  })
  await polls(
    id,
    Array.from({ length: maxTimelineCount }, (_, at) => 100 + at),
  )
  expect(await counts(root)).toMatchObject({ poll: 'more' })
  expect(await codeOf(root(endpoints.countSimTimeline, { params: { id: id + 1_000_000 } }))).toBe('simNotFound')
})

test('filters and pages give every event once', async () => {
  const id = await eventfulSim()
  await polls(id, [40, 42, 65, 75])
  const whole = (await timeline(id)).events
  const paged: typeof whole = []
  for (let before: string | null | undefined; before !== null;) {
    const page: Awaited<ReturnType<typeof timeline>> = await timeline(id, { take: 2, ...(before && { before }) })
    paged.push(...page.events)
    before = page.next
  }
  expect(paged).toEqual(whole)
  const kindsOf = async (kinds: string) => (await timeline(id, { kinds })).events.map(({ kind }) => kind)
  expect(await kindsOf('imei,ota')).toEqual(['imei', 'ota'] satisfies TimelineKind[])
  const [folded, ...more] = (await timeline(id, { kinds: 'poll' })).events
  expect(folded!.details).toMatchObject({ count: expect.any(Number) })
  expect([folded, ...more].length).toBeLessThanOrEqual(2)
})

test('changes by users need the right to read the system log, and notifications are those that the caller hears of', async () => {
  const member = await server.signIn('MEMBER')
  const id = await eventfulSim()
  expect((await timeline(id, {}, member)).events.map(({ kind }) => kind)).toContain('change')
  const { role_id: roleId } = await server.db.selectFrom('members').select('role_id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await server.db.deleteFrom('role_permissions').where('role_id', '=', roleId).where('permission', '=', 'LOGS_SYSTEM_LOG').execute()
  const kinds = (await timeline(id, {}, member)).events.map(({ kind }) => kind)
  expect(kinds).not.toContain('change')
  expect(kinds).toContain('notification')
  await server.db.updateTable('notifications').set({ in_bell: false }).execute()
  expect((await timeline(id, {}, member)).events.map(({ kind }) => kind)).not.toContain('notification')
})

test('an unknown SIM, kind or place is refused', async () => {
  const id = await addSim()
  expect(await codeOf(timeline(999_999))).toBe('simNotFound')
  expect(await codeOf(timeline(id, { kinds: 'secrets' }))).toBe('invalidInput')
  expect(await codeOf(timeline(id, { before: '1.secrets.1' }))).toBe('invalidInput')
  expect(await codeOf(timeline(id, { before: '9999999999999999.ota.999999999999999' }))).not.toBe('internalError')
  expect((await timeline(id)).events).toEqual([])
})
