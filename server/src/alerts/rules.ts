import type { AlertFiring } from '@simdeck/contract/alert-firings.ts'
import type { AlertRule } from '@simdeck/contract/alerts.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../platform/db/database.ts'
import { type RecipientRow, selectDays, selectRecipients, selectRule, type ShownRule } from './queries.ts'
import { quietUntil } from '../platform/notifications/quiet-hours.ts'
import type { FiringRow } from './tables.ts'

/** The steps of half an hour in the curve of a day. */
const daySteps = 48

function recipientShape({ member_id: memberId, role_id: roleId, name, bell, mail }: RecipientRow): AlertRule['recipients'][number] {
  const kind = memberId !== null ? 'member' : roleId !== null ? 'role' : 'everyone'
  return { kind, id: memberId ?? roleId, name: name ?? '', bell, mail }
}

function sourceOf({ source, view_id: viewId, filter, figure }: ShownRule): AlertRule['source'] {
  if (figure !== null) return { kind: 'figure', figure }
  return source === 'view' ? { kind: 'view', viewId } : { kind: 'filter', filter: filter ?? {} }
}

function filterOf(search: Record<string, string> | null): Record<string, string> | null {
  if (search === null) return null
  const { sort: _sort, ...filter } = search
  return filter
}

function ruleShape(row: ShownRule, recipients: readonly RecipientRow[], day: AlertRule['day']): AlertRule {
  const isFiring = row.phase === 'firing' || row.phase === 'recovering'
  const quiet = row.is_on && isFiring && row.severity !== 'critical' ? quietUntil(row.quiet_hours, new Date()) : null
  return {
    id: row.id,
    name: row.name,
    source: sourceOf(row),
    sourceName: row.live_name ?? row.view_name,
    filter: filterOf(row.search),
    keepsCopy: row.keeps_copy,
    comparison: row.comparison,
    threshold: row.threshold,
    holdMinutes: row.hold_minutes,
    recoversAt: row.recovers_at,
    recoverMinutes: row.recover_minutes,
    repeatHours: row.repeat_hours,
    severity: row.severity,
    recipients: recipients.map(recipientShape),
    quietHours: row.quiet_hours,
    on: row.is_on,
    phase: row.phase,
    since: row.since?.toISOString() ?? null,
    problem: row.problem,
    value: row.value,
    judgedAt: row.judged_at?.toISOString() ?? null,
    late: row.late,
    quietUntil: quiet?.toISOString() ?? null,
    lastFiredAt: row.last_fired_at?.toISOString() ?? null,
    day,
  }
}

/** The rules with their recipients and the curve of their last day. */
export async function withDetails(db: Db, rows: readonly ShownRule[]): Promise<AlertRule[]> {
  const ids = rows.map(({ id }) => id)
  const [recipients, values] = await Promise.all([selectRecipients(db, ids), selectDays(db, ids)])
  const recipientsOf = Map.groupBy(recipients, ({ rule_id: id }) => id)
  const valuesOf = Map.groupBy(values, ({ rule_id: id }) => id)
  return rows.map((row) => {
    const known = new Map((valuesOf.get(row.id) ?? []).map(({ step, value }) => [step, value]))
    const day = Array.from({ length: daySteps }, (_, at) => known.get(daySteps - 1 - at) ?? null)
    return ruleShape(row, recipientsOf.get(row.id) ?? [], day)
  })
}

/** Throws `ApiError('alertRuleNotFound')`. */
export async function ruleRowById(db: Db, id: number): Promise<ShownRule> {
  const row = await selectRule(db, id)
  if (!row) throw new ApiError('alertRuleNotFound')
  return row
}

/** Throws `ApiError('alertRuleNotFound')`. */
export async function ruleById(db: Db, id: number): Promise<AlertRule> {
  return (await withDetails(db, [await ruleRowById(db, id)]))[0]!
}

export function firingShape(row: FiringRow): AlertFiring {
  return {
    id: row.id,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    severity: row.severity,
    comparison: row.comparison,
    threshold: row.threshold,
    figure: row.figure,
    beganAt: row.began_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: row.ended_by,
    peak: row.peak,
    told: row.told,
    toldCount: row.told_count,
  }
}
