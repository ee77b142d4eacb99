import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { idOf, itemsOf } from '../../notifications/notifications.fixture.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { startIndexedServer } from '../../testing/fleet-index.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { until } from '../../testing/until.ts'
import { addRule, ago, firingsOf, indexOf, nextRound, ruleOf } from '../alerts.fixture.ts'
import { selectWatching } from './queries.ts'
import { judgeRules } from './round.ts'
import { storeRound } from './store-round.ts'

type Member = Awaited<ReturnType<TestServer['signIn']>>

let server: TestServer
let admin: Member
let toAdmin: { kind: 'member'; id: number; bell: boolean; mail: boolean }
beforeAll(async () => {
  server = await startTestServer({ SERVICES: 'console,device' })
  admin = await server.signIn('ADMIN')
  toAdmin = { kind: 'member', id: await idOf(server, admin), bell: true, mail: false }
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.db.deleteFrom('alert_rules').execute()
  await server.db.deleteFrom('notifications').execute()
  await server.db.deleteFrom('sims').execute()
  await addSims(server.db, [{ status: 'ACTIVATED' }, { status: 'ACTIVATED' }])
})

const told = async () => (await itemsOf(admin, 'sim')).map(({ title }) => title)
const judgements = async (value: number) => (await selectWatching(server.db)).map((rule) => ({ rule, value }))
const store = async (at: Date, of: Awaited<ReturnType<typeof judgements>>) =>
  server.db.transaction().execute((trx) => storeRound(trx, at, of))

test('of several nodes one judges a round, and only once a minute', async () => {
  const { id } = await addRule(admin, { recipients: [toAdmin] })
  await server.db.updateTable('alert_rounds').set({ began_at: null }).execute()
  const indexes = [1, 2, 3].map(() => indexOf(server, 1_000_000))
  await Promise.all(indexes.map((index) => judgeRules(server.db, index)))
  const first = (await ruleOf(admin, id)).judgedAt
  await Promise.all(indexes.map((index) => judgeRules(server.db, index)))
  expect((await ruleOf(admin, id)).judgedAt).toBe(first)
  expect(await told()).toEqual(['Warning: Active'])
  await server.db
    .updateTable('alert_rounds')
    .set({ began_at: new Date(Date.now() - 60_000) })
    .execute()
  await judgeRules(server.db, indexes[0]!)
  expect((await ruleOf(admin, id)).judgedAt).not.toBe(first)
})

test('two nodes that judge the same rule at once tell it once, and a late judgement changes nothing', async () => {
  const { id } = await addRule(admin, { recipients: [toAdmin] })
  const [high, low] = [await judgements(5), await judgements(0)]
  const now = Date.now()
  await Promise.all([store(new Date(now), high), store(new Date(now - 5), high), store(new Date(now), high)])
  expect(await told()).toEqual(['Warning: Active'])
  expect(await firingsOf(admin, id)).toHaveLength(1)
  // A node that hung since before the firing reports a value of that time.
  await store(new Date(now - 60_000), low)
  expect(await ruleOf(admin, id)).toMatchObject({ phase: 'firing', value: 5 })
  // A value that was counted for an earlier condition.
  await admin(endpoints.switchAlertRule, { params: { id }, body: { on: false } })
  await store(new Date(now + 60_000), high)
  expect(await ruleOf(admin, id)).toMatchObject({ phase: 'normal' })
})

test('a round whose transaction is lost leaves neither state nor notification, and the next one fires once', async () => {
  const { id } = await addRule(admin, { recipients: [toAdmin] })
  const of = await judgements(5)
  const { db, close } = openDatabase(server.databaseUrl, { max: 1, onError: () => undefined })
  const isKilled = Promise.withResolvers<void>()
  const killed = db.transaction().execute(async (trx) => {
    await storeRound(trx, new Date(), of)
    await isKilled.promise
  })
  killed.catch(() => undefined)
  await until(async () => (await endOpenTransactions(server.databaseUrl)) > 0)
  isKilled.resolve()
  await expect(killed).rejects.toThrow()
  await close()
  expect(await ruleOf(admin, id)).toMatchObject({ phase: 'normal', value: null })
  expect([await told(), await firingsOf(admin, id)]).toEqual([[], []])
  await nextRound(server)
  await nextRound(server)
  expect(await told()).toEqual(['Warning: Active'])
})

test('a rule waits its time, tells again, and recovers after its time', async () => {
  const { id } = await addRule(admin, {
    recipients: [toAdmin],
    holdMinutes: 10,
    recoverMinutes: 5,
    repeatHours: 6,
    severity: 'critical',
  })
  await nextRound(server)
  expect(await ruleOf(admin, id)).toMatchObject({ phase: 'pending' })
  await ago(server, id, 10)
  await nextRound(server)
  expect(await ruleOf(admin, id)).toMatchObject({ phase: 'firing' })
  await ago(server, id, 6 * 60)
  await nextRound(server)
  await server.db.updateTable('sims').set({ status: 'RETIRED' }).execute()
  await nextRound(server)
  expect(await ruleOf(admin, id)).toMatchObject({ phase: 'recovering' })
  await ago(server, id, 5)
  await nextRound(server)
  const items = (await itemsOf(admin, 'sim')).map(({ title, body }) => `${title} · ${body}`)
  expect(items).toEqual([
    'Recovered: Active · now 0 SIMs · fired for 0 min',
    'Critical: Active · still firing · now 2 SIMs (more than 1 SIM for 10 min)',
    'Critical: Active · now 2 SIMs (more than 1 SIM for 10 min)',
  ])
})

test('mails of a warning wait for the end of its quiet hours, those of a critical alert do not', async () => {
  const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
  const quietHours = { from: clock(-60), to: clock(60), zone: 'UTC' }
  const recipients = [{ ...toAdmin, mail: true }]
  const { id } = await addRule(admin, { name: 'Warning', recipients, quietHours })
  await addRule(admin, { name: 'Critical', recipients, quietHours, severity: 'critical' })
  await addRule(admin, { name: 'Other time', recipients: [toAdmin], quietHours: { ...quietHours, from: clock(60), to: clock(120) } })
  await nextRound(server)
  const rows = await server.db.selectFrom('notifications').select(['kind', 'mail_after', 'by_mail', 'count']).orderBy('kind').execute()
  const end = (await ruleOf(admin, id)).quietUntil
  expect(end?.slice(11, 16)).toBe(quietHours.to)
  // The rule outside of its quiet hours takes the other with it.
  expect(rows).toMatchObject([
    { kind: 'alert', mail_after: null, count: 2, by_mail: true },
    { kind: 'criticalAlert', mail_after: null },
  ])
  await server.db.deleteFrom('notifications').execute()
  await ago(server, id, 60)
  await admin(endpoints.switchAlertRule, { params: { id }, body: { on: false } })
  await admin(endpoints.switchAlertRule, { params: { id }, body: { on: true } })
  await nextRound(server)
  const [row] = await server.db.selectFrom('notifications').select(['mail_after']).execute()
  expect(row?.mail_after?.toISOString()).toBe(end)
})

test('many rules that fire at once make one notification for a member', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    await addRule(admin, { name, recipients: [toAdmin, { kind: 'everyone', bell: true, mail: false }] })
  await nextRound(server)
  expect(await itemsOf(admin, 'sim')).toMatchObject([{ title: '6 alerts', body: 'f and 5 more', to: '/alerts' }])
})

test('while the index lags or is away, rules neither fire nor recover, and say since when they are not judged', async () => {
  await using indexed = await startIndexedServer((db) => addSims(db, [{ status: 'ACTIVATED' }, { status: 'ACTIVATED' }]))
  const call = await indexed.signIn('ADMIN')
  const index = indexOf(indexed, 1)
  await index.check()
  await until(() => index.isReady)
  const firing = await addRule(call, { name: 'fires' })
  await nextRound(indexed, index)
  expect(await ruleOf(call, firing.id)).toMatchObject({ phase: 'firing', value: 2 })
  const quiet = await addRule(call, { name: 'quiet', comparison: 'under' })
  const { pool, close } = openDatabase(indexed.databaseUrl, { max: 1 })
  const locker = await pool.connect()
  await locker.query('begin; lock table sim_changes in access exclusive mode')
  await nextRound(indexed, index)
  expect(await ruleOf(call, quiet.id)).toMatchObject({ phase: 'normal', judgedAt: null })
  await locker.query('commit')
  locker.release()
  await indexed.db.updateTable('sims').set({ status: 'RETIRED' }).execute()
  // The thread of the index ends: nobody counts, although PostgreSQL would.
  await index.close()
  await nextRound(indexed, index)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await indexed.db
    .updateTable('alert_states')
    .set({ judged_at: minutesAgo(4) })
    .execute()
  expect(await ruleOf(call, firing.id)).toMatchObject({ phase: 'firing', late: true })
  expect(await call(endpoints.countAlertRules, {})).toMatchObject({ firing: 1, late: 2 })
  const other = indexOf(indexed, 1)
  await other.check()
  await until(() => other.isReady)
  await nextRound(indexed, other)
  expect(await ruleOf(call, firing.id)).toMatchObject({ phase: 'normal', value: 0, late: false })
  expect(await ruleOf(call, quiet.id)).toMatchObject({ phase: 'firing' })
  await other.close()
  await close()
})

/** Ends the connections with an open transaction that waits for its node, and returns their number. */
async function endOpenTransactions(url: string): Promise<number> {
  const { pool, close } = openDatabase(url, { max: 1 })
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction' and state_change < clock_timestamp() - interval '0.3 seconds'`,
  )
  await close()
  return rowCount ?? 0
}
