import { pino } from 'pino'
import type { AlertRuleInput } from '@simdeck/contract/alerts.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Metrics } from '../platform/metrics.ts'
import { FleetIndex } from '../sims/fleet-index/fleet-index.ts'
import type { TestCall, TestServer } from '../testing/server.ts'
import { judgeRules } from './round/round.ts'

/** An index of the SIM list that the tests control. Below `from` SIMs, PostgreSQL counts. */
export const indexOf = ({ db, databaseUrl }: Pick<TestServer, 'db' | 'databaseUrl'>, from: number): FleetIndex =>
  new FleetIndex({ db, databaseUrl, log: pino({ level: 'silent' }), metrics: new Metrics(), from })

/** Makes the next round due, and runs it. */
export async function nextRound(server: Pick<TestServer, 'db' | 'databaseUrl'>, index = indexOf(server, 1_000_000)): Promise<void> {
  await server.db.updateTable('alert_rounds').set({ began_at: null }).execute()
  await judgeRules(server.db, index)
}

/** A rule on the active SIMs, more than one of which make it fire at once. */
export const ruleWith = (content: Partial<AlertRuleInput> = {}): AlertRuleInput => ({
  name: 'Active',
  source: { kind: 'filter', filter: { status: 'ACTIVATED' } },
  comparison: 'over',
  threshold: 1,
  holdMinutes: 0,
  recoversAt: null,
  recoverMinutes: 0,
  repeatHours: null,
  severity: 'warning',
  recipients: [],
  quietHours: null,
  ...content,
})

export const addRule = (call: TestCall, content: Partial<AlertRuleInput> = {}) =>
  call(endpoints.createAlertRule, { body: ruleWith(content) })
export const ruleOf = (call: TestCall, id: number) => call(endpoints.getAlertRule, { params: { id } })
export const firingsOf = async (call: TestCall, ruleId?: number) =>
  (await call(endpoints.listAlertFirings, { query: { ...(ruleId !== undefined && { ruleId }) } })).data

/** Moves the past of a rule back, as if these minutes had passed since its last judgement. */
export async function ago(server: Pick<TestServer, 'db'>, id: number, minutes: number, { judged = true } = {}): Promise<void> {
  const { since, judged_at, told_at } = await server.db
    .selectFrom('alert_states')
    .selectAll()
    .where('rule_id', '=', id)
    .executeTakeFirstOrThrow()
  const back = (at: Date | null, ms: number) => at && new Date(at.getTime() - ms)
  const ms = minutes * 60_000
  await server.db
    .updateTable('alert_states')
    .set({ since: back(since, ms), told_at: back(told_at, ms), judged_at: back(judged_at, judged ? Math.min(ms, 60_000) : ms) })
    .where('rule_id', '=', id)
    .execute()
}
