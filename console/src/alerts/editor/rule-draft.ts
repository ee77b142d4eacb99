import { alertFigureNames } from '@simdeck/contract/alert-figures.ts'
import type { AlertComparison, AlertRule, AlertRuleInput, AlertSeverity } from '@simdeck/contract/alerts.ts'
import { browserZone } from '../../ui/words/zone.ts'

export type DraftRecipient = AlertRule['recipients'][number]

/** Content of the form. `source`: `view:12`, `figure:silentSims`, or `now` for the filters that a saved rule watches already. */
export type RuleDraft = {
  name: string
  source: string
  comparison: AlertComparison
  threshold: string
  holdMinutes: string
  recoversAt: string
  recoverMinutes: string
  repeats: boolean
  repeatHours: string
  severity: AlertSeverity
  recipients: DraftRecipient[]
  quiet: boolean
  from: string
  to: string
}

const newDraft: RuleDraft = {
  name: '',
  source: '',
  comparison: 'over',
  threshold: '',
  holdMinutes: '10',
  recoversAt: '',
  recoverMinutes: '10',
  repeats: false,
  repeatHours: '6',
  severity: 'warning',
  recipients: [],
  quiet: false,
  from: '22:00',
  to: '07:00',
}

/** The choice in the form for a watched number; empty for a deleted view. */
export function choiceOf(source: AlertRule['source']): string {
  if (source.kind === 'filter') return 'now'
  if (source.kind === 'figure') return `figure:${source.figure}`
  return source.viewId === null ? '' : `view:${source.viewId}`
}

export function draftOf(rule: AlertRule | null): RuleDraft {
  if (!rule) return newDraft
  const { source, quietHours, recoversAt, repeatHours } = rule
  return {
    name: rule.name,
    source: choiceOf(source),
    comparison: rule.comparison,
    threshold: String(rule.threshold),
    holdMinutes: String(rule.holdMinutes),
    recoversAt: recoversAt === null ? '' : String(recoversAt),
    recoverMinutes: String(rule.recoverMinutes),
    repeats: repeatHours !== null,
    repeatHours: String(repeatHours ?? newDraft.repeatHours),
    severity: rule.severity,
    recipients: rule.recipients,
    quiet: quietHours !== null,
    from: quietHours?.from ?? newDraft.from,
    to: quietHours?.to ?? newDraft.to,
  }
}

/** The watched number that the draft names; null while nothing is chosen. */
export function sourceOf(draft: RuleDraft, rule: AlertRule | null): AlertRuleInput['source'] | null {
  if (draft.source === 'now') return rule?.source.kind === 'filter' ? rule.source : null
  const figure = alertFigureNames.find((name) => draft.source === `figure:${name}`)
  if (figure) return { kind: 'figure', figure }
  const id = Number(draft.source.replace('view:', ''))
  return draft.source === '' ? null : { kind: 'view', viewId: id }
}

/** A whole number in a field; null for anything else. Full-width digits count as digits. */
export function wholeIn(typed: string, most: number): number | null {
  const plain = typed.normalize('NFKC').replaceAll(/[,\s]/g, '')
  return /^\d{1,10}$/.test(plain) && Number(plain) <= most ? Number(plain) : null
}

export const most = { threshold: 1_000_000_000, minutes: 10_080, hours: 168 }

/** The condition of the draft; null while a number is missing. */
export function conditionOf(draft: RuleDraft) {
  const threshold = wholeIn(draft.threshold, most.threshold)
  const holdMinutes = wholeIn(draft.holdMinutes, most.minutes)
  const recoverMinutes = wholeIn(draft.recoverMinutes, most.minutes)
  const recoversAt = draft.recoversAt.trim() === '' ? null : wholeIn(draft.recoversAt, most.threshold)
  if (threshold === null || holdMinutes === null || recoverMinutes === null) return null
  return { comparison: draft.comparison, threshold, holdMinutes, recoversAt, recoverMinutes }
}

/** The input of a checked draft. The zone of quiet hours is that of the rule or, for new ones, of the user. */
export function inputOf(draft: RuleDraft, rule: AlertRule | null, zone: string | null): AlertRuleInput {
  const recipients = draft.recipients.map(({ kind, id, bell, mail }) =>
    kind === 'everyone' ? { kind, bell, mail } : { kind, id: id!, bell, mail },
  )
  return {
    name: draft.name.trim(),
    source: sourceOf(draft, rule)!,
    ...conditionOf(draft)!,
    repeatHours: draft.repeats ? wholeIn(draft.repeatHours, most.hours) : null,
    severity: draft.severity,
    recipients,
    quietHours: draft.quiet ? { from: draft.from, to: draft.to, zone: rule?.quietHours?.zone ?? zone ?? browserZone() } : null,
  }
}
