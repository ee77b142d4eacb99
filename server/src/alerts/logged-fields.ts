import type { AlertRule } from '@simdeck/contract/alerts.ts'

const comparisons = { over: '>', atLeast: '≥', under: '<', atMost: '≤' } as const
const opposites = { over: '≤', atLeast: '≤', under: '≥', atMost: '≥' } as const

const waysOf = ({ bell, mail }: { bell: boolean; mail: boolean }): string =>
  [...(bell ? ['bell'] : []), ...(mail ? ['mail'] : [])].join(', ')

/** The content of a rule as the action log tells it: each field as one text or number. */
export function loggedFields(rule: AlertRule): Record<string, string | number | null> {
  const { comparison, threshold, holdMinutes, recoversAt, recoverMinutes, quietHours } = rule
  return {
    name: rule.name,
    source: rule.source.kind === 'figure' ? rule.source.figure : (rule.sourceName ?? JSON.stringify(rule.filter)),
    condition: `${comparisons[comparison]} ${threshold}, ${holdMinutes} min`,
    recovery: `${recoversAt === null ? '' : `${opposites[comparison]} ${recoversAt}, `}${recoverMinutes} min`,
    repeatHours: rule.repeatHours,
    severity: rule.severity,
    recipients: rule.recipients.map((one) => `${one.kind === 'everyone' ? '*' : one.name} (${waysOf(one)})`).join('; '),
    quietHours: quietHours && `${quietHours.from}–${quietHours.to} ${quietHours.zone}`,
  }
}
