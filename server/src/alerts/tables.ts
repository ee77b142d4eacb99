import type { AlertFigure } from '@simdeck/contract/alert-figures.ts'
import type { AlertComparison, AlertPhase, AlertProblem, AlertSeverity, QuietHours } from '@simdeck/contract/alerts.ts'
import type { firingEnds } from '@simdeck/contract/alert-firings.ts'
import type {
  Defaulted,
  DefaultedTime,
  GeneratedAlways,
  Json,
  JsonOrNull,
  NumberOrNull,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../platform/db/column-types.ts'
import type { Row } from '../platform/db/schema.ts'

/** A member who was told of a firing. */
export type ToldMember = { name: string; bell: boolean; mail: boolean }

declare module '../platform/db/schema.ts' {
  interface Database {
    alert_rules: {
      id: GeneratedAlways<number>
      name: string
      source: 'view' | 'filter' | 'figure'
      view_id: NumberOrNull
      view_name: TextOrNull
      filter: JsonOrNull<Record<string, string>>
      figure: Defaulted<AlertFigure | null>
      comparison: AlertComparison
      threshold: number
      hold_minutes: number
      recovers_at: NumberOrNull
      recover_minutes: number
      repeat_hours: NumberOrNull
      severity: AlertSeverity
      quiet_hours: JsonOrNull<QuietHours>
      is_on: Defaulted<boolean>
      created_by: NumberOrNull
      created_at: DefaultedTime
      updated_at: DefaultedTime
    }
    alert_recipients: {
      rule_id: number
      place: number
      member_id: number | null
      role_id: number | null
      bell: boolean
      mail: boolean
    }
    alert_states: {
      rule_id: number
      revision: Defaulted<number>
      phase: Defaulted<AlertPhase>
      since: TimeOrNull
      told_at: TimeOrNull
      value: NumberOrNull
      judged_at: TimeOrNull
      problem: Defaulted<AlertProblem | null>
    }
    alert_firings: {
      id: GeneratedAlways<number>
      rule_id: number | null
      rule_name: string
      severity: AlertSeverity
      comparison: AlertComparison
      threshold: number
      began_at: Time
      ended_at: TimeOrNull
      ended_by: Defaulted<(typeof firingEnds)[number] | null>
      peak: number
      told: Json<ToldMember[]>
      figure: Defaulted<AlertFigure | null>
      told_count: Defaulted<number>
    }
    alert_values: { rule_id: number; at: Time; value: number }
    alert_rounds: { only_one: Defaulted<boolean>; began_at: TimeOrNull }
  }
}

export type RuleRow = Row<'alert_rules'>
export type StateRow = Row<'alert_states'>
export type FiringRow = Row<'alert_firings'>
