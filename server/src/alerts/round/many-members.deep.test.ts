import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxAlertRules } from '@simdeck/contract/alerts.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { nextRound } from '../alerts.fixture.ts'

const added = 300
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ SERVICES: 'device' })
})
afterAll(() => server[Symbol.asyncDispose]())

test('a thousand rules that fire at once tell hundreds of members once each, in one round', async () => {
  const { db } = server
  await addSims(db, [{ status: 'ACTIVATED' }, { status: 'ACTIVATED' }])
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  await pool.query(
    `insert into members (name, email, role_id, password_hash)
     select 'Member ' || n, 'm' || n || '@example.com', (select max(id) from roles), '' from generate_series(1, $1::int) n`,
    [added],
  )
  await pool.query(
    `with made as (
       insert into alert_rules (name, source, filter, comparison, threshold, hold_minutes, recover_minutes, severity)
       select 'Rule ' || n, 'filter', '{"status": "ACTIVATED"}', 'over', 1, 0, 0, case when n % 2 = 0 then 'warning' else 'critical' end
       from generate_series(1, $1::int) n returning id),
     told as (insert into alert_recipients (rule_id, place, bell, mail) select id, 0, true, true from made)
     insert into alert_states (rule_id) select id from made`,
    [maxAlertRules],
  )
  const members = (await db.selectFrom('members').select('id').where('account_status', '=', 'active').execute()).length
  const counts = async () =>
    (
      await pool.query<{ kind: string; rows: number; events: number }>(
        'select kind, count(*)::int as rows, sum(count)::int as events from notifications group by kind order by kind',
      )
    ).rows
  const startedAt = performance.now()
  await nextRound(server)
  const began = Math.round(performance.now() - startedAt)
  const half = (maxAlertRules / 2) * members
  expect(await counts()).toEqual([
    { kind: 'alert', rows: members, events: half },
    { kind: 'criticalAlert', rows: members, events: half },
  ])
  await db.updateTable('sims').set({ status: 'RETIRED' }).execute()
  const recoveredAt = performance.now()
  await nextRound(server)
  const recovered = Math.round(performance.now() - recoveredAt)
  expect((await counts()).map(({ kind, rows }) => [kind, rows])).toEqual([
    ['alert', members],
    ['alertEnded', members],
    ['criticalAlert', members],
    ['criticalAlertEnded', members],
  ])
  process.stdout.write(`${maxAlertRules} rules × ${members} members: ${began} ms to fire, ${recovered} ms to recover\n`)
  await close()
})
