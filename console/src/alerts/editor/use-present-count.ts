import type { AlertRule, AlertSource } from '@simdeck/contract/alerts.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'

const everyMs = 15_000

/** The present number of SIMs of a source. The view of another member is counted by its filters, which the rule names. */
export function usePresentCount(source: AlertSource | null, rule: AlertRule | null) {
  const isSaved = JSON.stringify(source) === JSON.stringify(rule?.source)
  const asked: AlertSource = isSaved && rule?.filter ? { kind: 'filter', filter: rule.filter } : (source ?? { kind: 'filter', filter: {} })
  return useQuery({
    ...queryOf(endpoints.countAlertSource, { body: { source: asked } }),
    enabled: source !== null,
    refetchInterval: everyMs,
    retry: false,
  })
}
