import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { ruleWith } from '@simdeck/server/alerts/alerts.fixture.ts'
import { idOf } from '@simdeck/server/notifications/notifications.fixture.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { killAt, nth } from './kills/kill-at.ts'
import type { StatementMoment } from './kills/postgres-proxy.ts'
import { serverScript, spawnNode, spawnServer } from './testing/server-process.ts'

const notified = /insert into "notifications"/

/** The commit of the transaction that stored a notification. */
function commitOfNotification(phase: StatementMoment['phase']): (moment: StatementMoment) => boolean {
  let connection: object | null = null
  return (moment) => {
    if (moment.phase === 'after' && notified.test(moment.sql)) connection = moment.connection
    return moment.sql === 'commit' && moment.connection === connection && moment.phase === phase
  }
}

const moments: [name: string, isMoment: (moment: StatementMoment) => boolean, firings: number][] = [
  ['the round has begun', nth(1, /update alert_rounds set began_at = clock_timestamp/, 'after'), 0],
  ['the states are written', nth(1, /update alert_states s set phase/, 'after'), 0],
  ['the firing is written', nth(1, /insert into "alert_firings"/, 'after'), 0],
  ['the notification is written', nth(1, notified, 'after'), 0],
  ['before the commit', commitOfNotification('before'), 0],
  ['after the commit', commitOfNotification('after'), 1],
]

test('after kill -9 of a node between judging and telling, the next node tells the firing once', async () => {
  // This server only answers the calls; other nodes judge.
  await using server = await startTestServer({ SERVICES: 'ota' })
  const { db } = server
  await addSims(db, [{ status: 'ACTIVATED' }, { status: 'ACTIVATED' }])
  const call = await server.signIn('ADMIN')
  const toAdmin = { kind: 'member' as const, id: await idOf(server, call), bell: true, mail: true }
  const { id } = await call(endpoints.createAlertRule, { body: ruleWith({ recipients: [toAdmin] }) })
  const env = { DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey, PORT: '0', DEVICE_PORT: '0', SERVICES: 'console' }
  const judgedAt = async () => (await call(endpoints.getAlertRule, { params: { id } })).judgedAt
  const isDue = () => db.updateTable('alert_rounds').set({ began_at: null }).execute()
  async function judged(): Promise<void> {
    const before = await judgedAt()
    await isDue()
    await until(async () => (await judgedAt()) !== before)
  }
  async function told() {
    const notifications = await db.selectFrom('notifications').select(['kind', 'count']).orderBy('id').execute()
    const { data } = await call(endpoints.listAlertFirings, { query: {} })
    return { firings: data.map(({ ruleName }) => ruleName), notifications }
  }
  for (const [name, isMoment, firings] of moments) {
    await db.deleteFrom('notifications').execute()
    await db.deleteFrom('alert_firings').execute()
    await db.updateTable('alert_states').set({ phase: 'normal', since: null, told_at: null, judged_at: null, value: null }).execute()
    await isDue()
    const run = (databaseUrl: string) => spawnNode(serverScript, { ...env, DATABASE_URL: databaseUrl })
    await killAt({ databaseUrl: server.databaseUrl, isMoment, run })
    expect([name, (await told()).firings.length]).toEqual([name, firings])
    const node = await spawnServer(env)
    try {
      await judged()
      await judged()
    } finally {
      await node.kill()
    }
    expect([name, await told()]).toEqual([name, { firings: ['Active'], notifications: [{ kind: 'alert', count: 1 }] }])
  }
})
