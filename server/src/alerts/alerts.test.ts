import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxAlertRules } from '@simdeck/contract/alerts.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { idOf } from '../notifications/notifications.fixture.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'
import { addRule, firingsOf, nextRound, ruleOf, ruleWith } from './alerts.fixture.ts'

type Member = Awaited<ReturnType<TestServer['signIn']>>

let server: TestServer
let admin: Member
let member: Member
beforeAll(async () => {
  server = await startTestServer({ SERVICES: 'console,device' })
  admin = await server.signIn('ADMIN')
  member = await server.signIn('MEMBER')
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.db.deleteFrom('alert_rules').execute()
  await server.db.deleteFrom('alert_firings').execute()
  await server.db.deleteFrom('sims').execute()
})

const update = (call: Member, id: number, content: Parameters<typeof ruleWith>[0]) =>
  call(endpoints.updateAlertRule, { params: { id }, body: ruleWith(content) })
const turn = (call: Member, id: number, on: boolean) => call(endpoints.switchAlertRule, { params: { id }, body: { on } })
const view = (call: Member, name: string, search: Record<string, string>, shared = false) =>
  call(endpoints.createSimView, { body: { name, shared, search, table: { order: [], hidden: [], density: 'default' } } })

test('a rule is added, listed, changed, switched and deleted; a member who may not change SIMs only reads', async () => {
  const rule = await addRule(admin, { name: ' 北海道の設備が応答なし ', recipients: [{ kind: 'everyone', bell: true, mail: false }] })
  expect(rule).toMatchObject({ name: '北海道の設備が応答なし', phase: 'normal', value: null, judgedAt: null, late: false, on: true })
  expect(rule).toMatchObject({ filter: { status: 'ACTIVATED' }, sourceName: null, lastFiredAt: null, recipients: [{ kind: 'everyone' }] })
  expect(await codeOf(addRule(admin, { name: '北海道の設備が応答なし' }))).toBe('alertRuleExists')
  const refused = [
    addRule(member, { name: 'x' }),
    update(member, rule.id, {}),
    turn(member, rule.id, false),
    member(endpoints.deleteAlertRule, { params: { id: rule.id } }),
    member(endpoints.listAlertRecipients, { query: {} }),
  ]
  expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(['noPermission']))
  expect((await member(endpoints.listAlertRules, { query: {} })).data).toMatchObject([{ id: rule.id }])
  expect((await member(endpoints.listAlertRules, { query: { name: '設備' } })).totalItems).toBe(1)
  expect((await member(endpoints.listAlertRules, { query: { name: '%' } })).totalItems).toBe(0)
  expect(await update(admin, rule.id, { name: 'Hokkaido', threshold: 5 })).toMatchObject({ name: 'Hokkaido', threshold: 5, recipients: [] })
  expect(await turn(admin, rule.id, false)).toMatchObject({ on: false })
  await admin(endpoints.deleteAlertRule, { params: { id: rule.id } })
  expect(await codeOf(ruleOf(member, rule.id))).toBe('alertRuleNotFound')
  const rows = await server.db
    .selectFrom('action_logs')
    .select(['action', 'subjects', 'changes', 'status'])
    .where('url', 'like', '/v1/alert-rules%')
    .where('status', '=', 200)
    .orderBy('id')
    .execute()
  expect(rows.map(({ action, subjects }) => `${action} ${String(subjects)}`)).toEqual(
    ['alertAdd', 'alertUpdate', 'alertUpdate', 'alertDelete'].map((action) => `${action} alert:${rule.id}`),
  )
  expect(JSON.parse(rows[1]!.changes ?? '[]')).toEqual([
    { field: 'name', before: '北海道の設備が応答なし', after: 'Hokkaido' },
    { field: 'condition', before: '> 1, 0 min', after: '> 5, 0 min' },
    { field: 'recipients', before: '* (bell)', after: null },
  ])
})

test('input that a rule cannot mean is refused', async () => {
  const [meters] = [await admin(endpoints.createGroup, { body: { name: `Meters ${Date.now()}` } })]
  const refused = async (content: object) => codeOf(admin(endpoints.createAlertRule, { body: { ...ruleWith(), ...content } }))
  for (const content of [
    { name: ' ' },
    { name: 'a'.repeat(65) },
    { name: 'a\u202eb' },
    { threshold: -1 },
    { threshold: 1e12 },
    { holdMinutes: 100_000 },
    { threshold: 50, recoversAt: 51 },
    { comparison: 'under', threshold: 50, recoversAt: 49 },
    { quietHours: { from: '22:00', to: '22:00', zone: 'Asia/Tokyo' } },
    { quietHours: { from: '22:00', to: '07:00', zone: 'Nowhere/Else' } },
    { recipients: [1, 2].map(() => ({ kind: 'everyone', bell: true, mail: true })) },
  ])
    expect([content, await refused(content)]).toEqual([content, 'invalidInput'])
  expect(await refused({ source: { kind: 'filter', filter: { colour: 'red' } } })).toBe('alertSourceWrong')
  expect(await refused({ source: { kind: 'filter', filter: { selection: '1' } } })).toBe('alertSourceWrong')
  expect(await refused({ source: { kind: 'filter', filter: { group: `${meters.id + 1000}` } } })).toBe('groupNotFound')
  expect(await refused({ source: { kind: 'view', viewId: 999_999 } })).toBe('viewNotFound')
  expect(await refused({ recipients: [{ kind: 'member', id: 999_999, bell: true, mail: true }] })).toBe('userNotFound')
  expect((await member(endpoints.listAlertRules, { query: {} })).totalItems).toBe(0)
})

test('the number of rules is limited, also for simultaneous requests', async () => {
  const { id } = await addRule(admin)
  const { id: _id, ...row } = await server.db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const rows = Array.from({ length: maxAlertRules - 2 }, (_, at) => ({ ...row, filter: '{}', quiet_hours: null, name: `Rule ${at}` }))
  await server.db.insertInto('alert_rules').values(rows).execute()
  const codes = await Promise.all([codeOf(addRule(admin, { name: 'one' })), codeOf(addRule(admin, { name: 'other' }))])
  expect(codes.toSorted()).toEqual(['alertRuleLimit', 'answered'])
})

test('a rule fires for a view as it is now, keeps its highest value, and recovers; the history tells it', async () => {
  const me = await idOf(server, admin)
  const meters = await view(admin, 'Meters', { status: 'ACTIVATED', sort: 'iccid:ASC' })
  const source = { kind: 'view', viewId: meters.id } as const
  expect(await codeOf(member(endpoints.countAlertSource, { body: { source } }))).toBe('viewNotFound')
  const ids = await addSims(server.db, [{ status: 'ACTIVATED' }, { status: 'ACTIVATED' }, { status: 'INVENTORY' }])
  expect(await admin(endpoints.countAlertSource, { body: { source } })).toEqual({ value: 2, asOf: null })
  const { id } = await addRule(admin, { source, recipients: [{ kind: 'member', id: me, bell: true, mail: false }] })
  await nextRound(server)
  expect(await ruleOf(member, id)).toMatchObject({ phase: 'firing', value: 2, sourceName: 'Meters', filter: { status: 'ACTIVATED' } })
  expect(await member(endpoints.countAlertRules, {})).toEqual({ rules: 1, firing: 1, late: 0 })
  await server.db.updateTable('sims').set({ status: 'ACTIVATED' }).execute()
  await nextRound(server)
  await nextRound(server)
  expect(await firingsOf(member, id)).toMatchObject([
    { ruleName: 'Active', peak: 3, endedAt: null, told: [{ name: 'ADMIN', bell: true, mail: false }], toldCount: 1 },
  ])
  // The view changes, and the rule follows it.
  await admin(endpoints.updateSimView, {
    params: { id: meters.id },
    body: { name: 'Retired', shared: false, search: { status: 'RETIRED' }, table: meters.table },
  })
  await nextRound(server)
  expect(await ruleOf(member, id)).toMatchObject({ phase: 'normal', value: 0, sourceName: 'Retired' })
  expect(await firingsOf(member)).toMatchObject([{ ruleId: id, endedBy: 'recovered', peak: 3 }])
  const { data } = await admin(endpoints.getNotifications, { query: { category: 'sim' } }).then((found) => ({ data: found.items }))
  expect(data.map(({ title, body, to, tone }) => [title, body, to, tone])).toEqual([
    ['Recovered: Active', 'now 0 SIMs · fired for 0 min', `/alerts/${id}`, 'succeeded'],
    ['Warning: Active', 'now 2 SIMs (more than 1 SIM, at once)', `/alerts/${id}`, 'interrupted'],
  ])
  expect((await member(endpoints.getNotifications, { query: { category: 'sim' } })).items).toEqual([])
  expect(await member(endpoints.getAlertValues, { params: { id } })).toMatchObject([{ value: 2 }])
  expect((await ruleOf(member, id)).day.at(-1)).toBe(2)
  expect(ids).toHaveLength(3)
})

test('a rule follows a shared view, and goes on with its last filters when the view is not shared any more', async () => {
  const owner = await server.signIn('ADMIN')
  await addSims(server.db, [{ status: 'ACTIVATED' }, { status: 'RETIRED' }, { status: 'RETIRED' }])
  const made = await view(owner, 'Meters', { status: 'ACTIVATED' }, true)
  const { id } = await addRule(admin, { source: { kind: 'view', viewId: made.id } })
  const change = (name: string, status: string, shared: boolean) =>
    owner(endpoints.updateSimView, { params: { id: made.id }, body: { name, shared, search: { status }, table: made.table } })
  const now = async () => {
    await nextRound(server)
    const { sourceName, filter, keepsCopy, value } = await ruleOf(member, id)
    return [sourceName, filter?.['status'], keepsCopy, value]
  }
  expect(await now()).toEqual(['Meters', 'ACTIVATED', false, 1])
  await change('Retired', 'RETIRED', true)
  expect(await now()).toEqual(['Retired', 'RETIRED', false, 2])
  await change('My secret', 'SUSPENDED', false)
  expect(await now()).toEqual(['Retired', 'RETIRED', true, 2])
  await update(admin, id, { source: { kind: 'view', viewId: made.id }, threshold: 7 })
  expect(await now()).toEqual(['Retired', 'RETIRED', true, 2])
  await change('Shared again', 'SUSPENDED', true)
  expect(await now()).toEqual(['Shared again', 'SUSPENDED', false, 0])
})

test('a rule watches a figure of the overview, is told in its unit, and waits while the figure is not gathered', async () => {
  const me = await idOf(server, admin)
  // The minutes lie ahead of those that the server itself gathers, which has no SIMs in use.
  const gathered = async (minutesAgo: number, figures: Record<string, number>) => {
    await server.db.deleteFrom('dashboard_figures').execute()
    const at = new Date(Math.floor(Date.now() / 60_000) * 60_000 - minutesAgo * 60_000)
    const row = { step_seconds: 60, at, minutes: 1, figures: JSON.stringify(figures), delays: [] }
    await server.db.insertInto('dashboard_figures').values(row).execute()
  }
  await gathered(-2, { online: 930, expected: 1_000, failedAppletOtas: 4 })
  expect(await member(endpoints.listAlertFigures, {})).toEqual([
    { figure: 'onlinePercent', value: 93 },
    { figure: 'failedAppletOtas', value: 4 },
  ])
  const source = { kind: 'figure', figure: 'onlinePercent' } as const
  expect(await admin(endpoints.countAlertSource, { body: { source } })).toEqual({ value: 93, asOf: null })
  const silent = { kind: 'figure', figure: 'delayP95Ms' } as const
  expect(await codeOf(admin(endpoints.countAlertSource, { body: { source: silent } }))).toBe('figureMissing')
  const recipients = [{ kind: 'member', id: me, bell: true, mail: false }] as const
  const { id } = await addRule(admin, { name: 'Online', source, comparison: 'under', threshold: 94, recipients: [...recipients] })
  const other = await addRule(admin, { name: 'Delay', source: silent })
  await nextRound(server)
  expect(await ruleOf(member, id)).toMatchObject({ source, phase: 'firing', value: 93, filter: null, sourceName: null, problem: null })
  expect(await ruleOf(member, other.id)).toMatchObject({ phase: 'normal', value: null, judgedAt: null, problem: null })
  await gathered(2, { online: 990, expected: 1_000 })
  await nextRound(server)
  expect(await ruleOf(member, id), 'an old figure').toMatchObject({ phase: 'firing', value: 93 })
  await gathered(-2, { online: 960, expected: 1_000 })
  await nextRound(server)
  expect(await ruleOf(member, id)).toMatchObject({ phase: 'normal', value: 96 })
  expect(await firingsOf(member, id)).toMatchObject([{ figure: 'onlinePercent', peak: 93, endedBy: 'recovered' }])
  const { items } = await admin(endpoints.getNotifications, { query: { category: 'sim' } })
  expect(items.slice(0, 2).map(({ title, body }) => [title, body])).toEqual([
    ['Recovered: Online', 'now 96% · fired for 0 min'],
    ['Warning: Online', 'now 93% (fewer than 94%, at once)'],
  ])
  await update(admin, id, { name: 'Online', source: { kind: 'filter', filter: { status: 'ACTIVATED' } } })
  expect(await ruleOf(member, id)).toMatchObject({ source: { kind: 'filter' }, value: null })
})

test('a change of the condition, switching off and deletion end a firing; other changes do not', async () => {
  await addSims(server.db, [{ status: 'ACTIVATED' }, { status: 'ACTIVATED' }])
  const { id } = await addRule(admin)
  await nextRound(server)
  await update(admin, id, { name: 'Renamed', severity: 'critical' })
  expect(await ruleOf(admin, id)).toMatchObject({ phase: 'firing', value: 2 })
  expect(await update(admin, id, { name: 'Renamed', holdMinutes: 5 })).toMatchObject({ phase: 'normal', value: 2, judgedAt: null })
  await nextRound(server)
  expect(await ruleOf(admin, id)).toMatchObject({ phase: 'pending' })
  await update(admin, id, { name: 'Renamed' })
  await nextRound(server)
  await turn(admin, id, false)
  await nextRound(server)
  await turn(admin, id, true)
  await nextRound(server)
  await admin(endpoints.deleteAlertRule, { params: { id } })
  expect((await firingsOf(member)).map(({ endedBy, ruleId }) => [endedBy, ruleId])).toEqual([
    ['deleted', null],
    ['off', null],
    ['changed', null],
  ])
})

test('a rule whose view, group or member was deleted says so, and its firing ends once', async () => {
  const owner = await server.signIn('ADMIN')
  const [ownerId, adminId] = [await idOf(server, owner), await idOf(server, admin)]
  await addSims(server.db, [{ status: 'ACTIVATED' }, { status: 'ACTIVATED' }])
  const meters = await view(owner, 'Own view', { status: 'ACTIVATED' }, true)
  const group = await admin(endpoints.createGroup, { body: { name: `Group ${Date.now()}` } })
  const recipients = [
    { kind: 'member', id: ownerId, bell: true, mail: true },
    { kind: 'member', id: adminId, bell: true, mail: false },
  ] as const
  const byView = await addRule(admin, { name: 'View', source: { kind: 'view', viewId: meters.id }, recipients: [...recipients] })
  const byGroup = await addRule(admin, { name: 'Group', source: { kind: 'filter', filter: { group: `${group.id}` } }, threshold: 0 })
  const alone = await addRule(admin, { name: 'Alone', recipients: [recipients[0]] })
  await nextRound(server)
  await server.db.deleteFrom('members').where('id', '=', ownerId).execute()
  await admin(endpoints.deleteGroup, { params: { id: group.id } })
  await nextRound(server)
  await nextRound(server)
  expect(await ruleOf(member, byView.id)).toMatchObject({
    problem: 'viewDeleted',
    phase: 'normal',
    value: 2,
    filter: null,
    source: { kind: 'view', viewId: null },
    sourceName: 'Own view',
    late: false,
    recipients: [{ id: adminId }],
  })
  expect(await ruleOf(member, byGroup.id)).toMatchObject({ problem: 'groupDeleted', phase: 'normal' })
  expect(await ruleOf(member, alone.id)).toMatchObject({ recipients: [], phase: 'firing', problem: null })
  expect(await firingsOf(member, byView.id)).toMatchObject([{ endedBy: 'lost', told: [{ name: 'ADMIN' }, { name: 'ADMIN' }] }])
  const { items } = await admin(endpoints.getNotifications, { query: { category: 'sim' } })
  expect(items.filter(({ title }) => title === 'Not watched: View')).toHaveLength(1)
  // The rule can be given something else to watch.
  await update(admin, byView.id, { name: 'View' })
  await nextRound(server)
  expect(await ruleOf(member, byView.id)).toMatchObject({ problem: null, phase: 'firing' })
})
