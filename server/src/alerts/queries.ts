import { sql } from 'kysely'
import { maxAlertRules } from '@simdeck/contract/alerts.ts'
import type { AlertRecipient, AlertRuleInput } from '@simdeck/contract/alerts.ts'
import type { Db } from '../platform/db/database.ts'
import { likePart } from '../platform/db/like.ts'
import type { FiringRow, RuleRow, StateRow } from './tables.ts'

export type ShownRule = RuleRow &
  Pick<StateRow, 'revision' | 'phase' | 'since' | 'value' | 'judged_at' | 'problem'> & {
    live_name: string | null
    search: Record<string, string> | null
    /** True if its view is not shared any more. */
    keeps_copy: boolean
    late: boolean
    last_fired_at: Date | null
  }

/** A rule that is on is late if it was not judged for three minutes, counted from its creation or its last change. */
const isLate = sql<boolean>`(r.is_on and s.problem is null
  and coalesce(s.judged_at, r.updated_at) < now() - interval '3 minutes')`

/** True for a view whose filters everybody who sees the rule may know: a shared one, or an own one of the member who made the rule. */
export const isOpen = sql<boolean>`coalesce(v.shared or v.owner_id = r.created_by, false)`

/**
 * The filters that a rule watches: those of its view as it is now. A rule whose view is not shared any more keeps its copy of them, and
 * null stands for a view that was deleted.
 */
export const watchedSearch = sql<Record<string, string> | null>`case when r.source = 'view' and r.view_id is null then null
  when ${isOpen} then v.search else r.filter end`

const shown = sql`
  select r.*, s.revision, s.phase, s.since, s.value, s.judged_at, s.problem, case when ${isOpen} then v.name end as live_name,
    ${watchedSearch} as search, ${isLate} as late, v.id is not null and not ${isOpen} as keeps_copy,
    (select f.began_at from alert_firings f where f.rule_id = r.id order by f.id desc limit 1) as last_fired_at
  from alert_rules r join alert_states s on s.rule_id = r.id left join sim_views v on v.id = r.view_id`

const named = (name: string | undefined) => (name === undefined ? sql`true` : sql`r.name ilike ${likePart(name)}`)

/** Critical firings come first, then other firings, rules that cannot be judged, pending, normal and those that are off. */
const byUrgency = sql`
  case when not r.is_on then 6 when s.phase in ('firing', 'recovering') then case r.severity when 'critical' then 1 else 2 end
    when s.problem is not null then 3 when s.phase = 'pending' then 4 else 5 end, lower(r.name), r.id`

export async function selectRules(db: Db, page: { name: string | undefined; take: number; skip: number }): Promise<ShownRule[]> {
  const { rows } = await sql<ShownRule>`
    ${shown} where ${named(page.name)} order by ${byUrgency} limit ${page.take} offset ${page.skip}`.execute(db)
  return rows
}

export async function countRules(db: Db, name: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from alert_rules r where ${named(name)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function countStates(db: Db): Promise<{ rules: number; firing: number; late: number }> {
  const { rows } = await sql<{ rules: number; firing: number; late: number }>`
    select count(*) as rules, count(*) filter (where r.is_on and s.phase in ('firing', 'recovering')) as firing,
      count(*) filter (where ${isLate}) as late
    from alert_rules r join alert_states s on s.rule_id = r.id`.execute(db)
  return rows[0]!
}

export async function selectRule(db: Db, id: number): Promise<ShownRule | undefined> {
  return (await sql<ShownRule>`${shown} where r.id = ${id}`.execute(db)).rows[0]
}

export type RecipientRow = {
  rule_id: number
  member_id: number | null
  role_id: number | null
  bell: boolean
  mail: boolean
  name: string | null
}

/** The recipients of rules, in the order in which they were given. */
export async function selectRecipients(db: Db, ruleIds: readonly number[]): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select a.rule_id, a.member_id, a.role_id, a.bell, a.mail, coalesce(m.name, o.name) as name
    from alert_recipients a left join members m on m.id = a.member_id left join roles o on o.id = a.role_id
    where a.rule_id = any(${ruleIds}::bigint[]) order by a.rule_id, a.place`.execute(db)
  return rows
}

/** The last value of each half hour of the last day. `step` counts half hours back from now. */
export async function selectDays(db: Db, ruleIds: readonly number[]): Promise<{ rule_id: number; step: number; value: number }[]> {
  const { rows } = await sql<{ rule_id: number; step: number; value: number }>`
    select distinct on (rule_id, step) rule_id, step, value from (
      select rule_id, floor(extract(epoch from now() - at) / 1800)::int as step, at, value from alert_values
      where rule_id = any(${ruleIds}::bigint[]) and at > now() - interval '24 hours') v
    order by rule_id, step, at desc`.execute(db)
  return rows
}

export async function selectValues(db: Db, ruleId: number): Promise<{ at: Date; value: number }[]> {
  return db
    .selectFrom('alert_values')
    .select(['at', 'value'])
    .where('rule_id', '=', ruleId)
    .where('at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy('at')
    .execute()
}

export async function selectFirings(
  db: Db,
  { ruleId, take, skip }: { ruleId: number | undefined; take: number; skip: number },
): Promise<{ rows: FiringRow[]; total: number }> {
  const found = db.selectFrom('alert_firings').$if(ruleId !== undefined, (query) => query.where('rule_id', '=', ruleId!))
  const [rows, { total }] = await Promise.all([
    found.selectAll().orderBy('id', 'desc').limit(take).offset(skip).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** The name and the filters of the watched view; null for a rule without one. */
export type StoredView = { viewName: string | null; search: Record<string, string> | null }

/** The columns of a rule that its content gives. */
const columnsOf = (rule: AlertRuleInput, { viewName, search }: StoredView) => ({
  name: rule.name,
  source: rule.source.kind,
  view_id: rule.source.kind === 'view' ? rule.source.viewId : null,
  view_name: viewName,
  figure: rule.source.kind === 'figure' ? rule.source.figure : null,
  filter: rule.source.kind === 'filter' ? JSON.stringify(rule.source.filter) : search && JSON.stringify(search),
  comparison: rule.comparison,
  threshold: rule.threshold,
  hold_minutes: rule.holdMinutes,
  recovers_at: rule.recoversAt,
  recover_minutes: rule.recoverMinutes,
  repeat_hours: rule.repeatHours,
  severity: rule.severity,
  quiet_hours: rule.quietHours && JSON.stringify(rule.quietHours),
})

/** Inserts a rule with its state; null if there is the maximum. Throws a unique violation for a name in use. */
export async function insertRule(
  trx: Db,
  rule: AlertRuleInput,
  { view, createdBy }: { view: StoredView; createdBy: number | null },
): Promise<number | null> {
  await sql`lock table alert_rules in share row exclusive mode`.execute(trx)
  if ((await countRules(trx, undefined)) >= maxAlertRules) return null
  const values = { ...columnsOf(rule, view), created_by: createdBy }
  const { id } = await trx.insertInto('alert_rules').values(values).returning('id').executeTakeFirstOrThrow()
  await trx.insertInto('alert_states').values({ rule_id: id }).execute()
  await writeRecipients(trx, id, rule.recipients)
  return id
}

/** Locks a rule against judgements and other changes; false if there is none. */
export async function lockRule(trx: Db, id: number): Promise<boolean> {
  return (await trx.selectFrom('alert_states').select('rule_id').where('rule_id', '=', id).forUpdate().execute()).length > 0
}

/** Throws a unique violation for a name in use. */
export async function writeRule(trx: Db, id: number, rule: AlertRuleInput, view: StoredView): Promise<void> {
  await trx
    .updateTable('alert_rules')
    .set({ ...columnsOf(rule, view), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('alert_recipients').where('rule_id', '=', id).execute()
  await writeRecipients(trx, id, rule.recipients)
}

async function writeRecipients(trx: Db, ruleId: number, recipients: readonly AlertRecipient[]): Promise<void> {
  if (recipients.length === 0) return
  const rows = recipients.map((one, place) => ({
    rule_id: ruleId,
    place,
    member_id: one.kind === 'member' ? one.id : null,
    role_id: one.kind === 'role' ? one.id : null,
    bell: one.bell,
    mail: one.mail,
  }))
  await trx.insertInto('alert_recipients').values(rows).execute()
}

export async function switchRule(trx: Db, id: number, on: boolean): Promise<void> {
  await trx
    .updateTable('alert_rules')
    .set({ is_on: on, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Lets the rule be judged anew, and ends its firing. `forget`: its values were of something else. */
export async function restartRule(trx: Db, id: number, endedBy: 'off' | 'changed', { forget }: { forget: boolean }): Promise<void> {
  await endFiring(trx, id, endedBy)
  await trx
    .updateTable('alert_states')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      phase: 'normal',
      since: null,
      told_at: null,
      problem: null,
      judged_at: null,
      ...(forget && { value: null }),
    }))
    .where('rule_id', '=', id)
    .execute()
  if (forget) await trx.deleteFrom('alert_values').where('rule_id', '=', id).execute()
}

export async function endFiring(trx: Db, ruleId: number, endedBy: NonNullable<FiringRow['ended_by']>): Promise<void> {
  await trx
    .updateTable('alert_firings')
    .set({ ended_at: sql<Date>`now()`, ended_by: endedBy })
    .where('rule_id', '=', ruleId)
    .where('ended_at', 'is', null)
    .execute()
}

export async function removeRule(trx: Db, id: number): Promise<void> {
  await endFiring(trx, id, 'deleted')
  await trx.deleteFrom('alert_rules').where('id', '=', id).execute()
}

/** A view that the member may see: an own or a shared one. */
export async function selectVisibleView(
  db: Db,
  id: number,
  memberId: number | null,
): Promise<{ name: string; search: Record<string, string> } | undefined> {
  return db
    .selectFrom('sim_views')
    .select(['name', 'search'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('shared', '=', true), eb('owner_id', '=', memberId ?? 0)]))
    .executeTakeFirst()
}

/** Those of the groups that exist. */
export async function selectGroupIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from groups where id = any(${ids}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** True if every member of the ids is active, and every role exists. */
export async function areRecipients(db: Db, memberIds: readonly number[], roleIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ members: number; roles: number }>`
    select (select count(*) from members where id = any(${memberIds}::bigint[]) and account_status = 'active') as members,
      (select count(*) from roles where id = any(${roleIds}::bigint[])) as roles`.execute(db)
  return rows[0]?.members === memberIds.length && rows[0].roles === roleIds.length
}

export async function selectPossibleRecipients(db: Db, name: string) {
  const active = db.selectFrom('members').where('account_status', '=', 'active')
  const [members, roles, { everyone }] = await Promise.all([
    active
      .select(['id', 'name'])
      .where('name', 'ilike', likePart(name))
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .limit(50)
      .execute(),
    sql<{ id: number; name: string; members: number }>`
      select r.id, r.name, (select count(*) from members m where m.role_id = r.id and m.account_status = 'active') as members
      from roles r order by r.id`.execute(db),
    active.select((eb) => eb.fn.countAll<number>().as('everyone')).executeTakeFirstOrThrow(),
  ])
  return { members, roles: roles.rows, everyone }
}

/** The figures of the overview of the last minute that was gathered; none if that is two minutes ago, because a minute is missing then. */
export async function selectFigures(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ figures: Record<string, number> }>`
    select figures from dashboard_figures where step_seconds = 60 and at > now() - interval '2 minutes' order by at desc limit 1`.execute(
    db,
  )
  return rows[0]?.figures ?? {}
}
