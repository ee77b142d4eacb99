import { sql } from 'kysely'
import type { AlertProblem } from '@simdeck/contract/alerts.ts'
import type { Db } from '../../platform/db/database.ts'
import { isOpen, watchedSearch } from '../queries.ts'
import type { RuleRow, StateRow, ToldMember } from '../tables.ts'

/** Takes the next round, if the last one began long enough ago, and returns the time of the database; null if it is not due. */
export async function beginRound(db: Db, everySeconds: number): Promise<Date | null> {
  const { rows } = await sql<{ began_at: Date }>`
    update alert_rounds set began_at = clock_timestamp()
    where began_at is null or began_at <= clock_timestamp() - make_interval(secs => ${everySeconds}::int)
      or began_at > clock_timestamp() + interval '1 minute'
    returning began_at`.execute(db)
  return rows[0]?.began_at ?? null
}

/** Lets any node take the round again at once. */
export async function giveUpRound(db: Db): Promise<void> {
  await db.updateTable('alert_rounds').set({ began_at: null }).execute()
}

export type WatchingRule = Pick<
  RuleRow,
  | 'id'
  | 'name'
  | 'comparison'
  | 'threshold'
  | 'hold_minutes'
  | 'recovers_at'
  | 'recover_minutes'
  | 'repeat_hours'
  | 'severity'
  | 'quiet_hours'
  | 'figure'
> & { revision: number; search: Record<string, string> | null }

/** The rules that are on, with the filters that they watch; null for those of a deleted view. */
export async function selectWatching(db: Db): Promise<WatchingRule[]> {
  const { rows } = await sql<WatchingRule>`
    select r.id, r.name, r.comparison, r.threshold, r.hold_minutes, r.recovers_at, r.recover_minutes, r.repeat_hours, r.severity,
      r.quiet_hours, r.figure, s.revision, ${watchedSearch} as search
    from alert_rules r join alert_states s on s.rule_id = r.id left join sim_views v on v.id = r.view_id
    where r.is_on order by r.id`.execute(db)
  return rows
}

/** Copies the names and filters of views, so that a rule can name a deleted view, and goes on with a view that is not shared any more. */
export async function keepViews(db: Db): Promise<void> {
  await sql`update alert_rules r set view_name = v.name, filter = v.search from sim_views v
    where v.id = r.view_id and ${isOpen} and (v.name, v.search) is distinct from (r.view_name, r.filter)`.execute(db)
}

/** Locks the states of rules in the order of their ids; deleted rules are absent. */
export async function lockStates(trx: Db, ids: readonly number[]): Promise<Map<number, StateRow>> {
  const { rows } = await sql<StateRow>`
    select * from alert_states where rule_id = any(${ids}::bigint[]) order by rule_id for update`.execute(trx)
  return new Map(rows.map((row) => [row.rule_id, row]))
}

export type NewState = {
  rule_id: number
  phase: StateRow['phase']
  since: Date | null
  told_at: Date | null
  value: number | null
  judged_at: Date | null
  problem: AlertProblem | null
}

export async function writeStates(trx: Db, states: readonly NewState[]): Promise<void> {
  await sql`
    update alert_states s set phase = n.phase, since = n.since, told_at = n.told_at, value = n.value, judged_at = n.judged_at,
      problem = n.problem
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as n (rule_id bigint, phase text, since timestamptz, told_at timestamptz,
      value double precision, judged_at timestamptz, problem text)
    where s.rule_id = n.rule_id`.execute(trx)
}

/** Stores the values of rules, the first of each ten minutes, and moves the peaks of open firings. */
export async function storeValues(trx: Db, at: Date, values: readonly { rule_id: number; value: number }[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n (rule_id bigint, value double precision)`
  await sql`
    insert into alert_values (rule_id, at, value)
    select rule_id, date_bin('10 minutes', ${at}::timestamptz, '2000-01-01'::timestamptz), value from ${given}
    on conflict do nothing`.execute(trx)
  await sql`
    update alert_firings f set peak = n.value from ${given}
    where f.rule_id = n.rule_id and f.ended_at is null
      and case when f.comparison in ('over', 'atLeast') then n.value > f.peak else n.value < f.peak end`.execute(trx)
}

export type NewFiring = Pick<RuleRow, 'name' | 'severity' | 'comparison' | 'threshold' | 'figure'> & {
  ruleId: number
  value: number
  told: readonly ToldMember[]
  toldCount: number
}

export async function insertFirings(trx: Db, at: Date, firings: readonly NewFiring[]): Promise<void> {
  if (firings.length === 0) return
  const rows = firings.map(({ ruleId, name, severity, comparison, threshold, figure, value, told, toldCount }) => ({
    rule_id: ruleId,
    rule_name: name,
    severity,
    comparison,
    threshold,
    figure,
    began_at: at,
    peak: value,
    told: JSON.stringify(told),
    told_count: toldCount,
  }))
  await trx.insertInto('alert_firings').values(rows).execute()
}

/** Ends the open firings of rules, and returns their beginnings. */
export async function endFirings(trx: Db, at: Date, ruleIds: readonly number[], endedBy: 'recovered' | 'lost'): Promise<Map<number, Date>> {
  if (ruleIds.length === 0) return new Map()
  const { rows } = await sql<{ rule_id: number; began_at: Date }>`
    update alert_firings set ended_at = ${at}, ended_by = ${endedBy}
    where rule_id = any(${ruleIds}::bigint[]) and ended_at is null returning rule_id, began_at`.execute(trx)
  return new Map(rows.map(({ rule_id: id, began_at: at }) => [id, at]))
}

export type Listener = { ruleId: number; memberId: number; name: string; bell: boolean; mail: boolean }

/** The active members whom each of the rules tells, by name. */
export async function selectListeners(trx: Db, ruleIds: readonly number[]): Promise<Map<number, Listener[]>> {
  const { rows } = await sql<Listener>`
    select a.rule_id as "ruleId", m.id as "memberId", m.name, bool_or(a.bell) as bell, bool_or(a.mail) as mail
    from alert_recipients a join members m on m.account_status = 'active'
      and (m.id = a.member_id or m.role_id = a.role_id or (a.member_id is null and a.role_id is null))
    where a.rule_id = any(${ruleIds}::bigint[]) and (a.bell or a.mail)
    group by a.rule_id, m.id, m.name order by a.rule_id, lower(m.name), m.id`.execute(trx)
  return Map.groupBy(rows, ({ ruleId }) => ruleId)
}

/** Deletes values older than seven days, and firings that ended more than 13 months ago. */
export async function deleteOldAlerts(db: Db): Promise<void> {
  await sql`delete from alert_values where at < now() - interval '7 days'`.execute(db)
  await sql`delete from alert_firings where ended_at < now() - interval '13 months'`.execute(db)
}
