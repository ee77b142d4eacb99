import { dashboardPeriods } from '@simdeck/contract/dashboard.ts'
import type { DashboardPeriod } from '@simdeck/contract/dashboard.ts'
import type { Search } from '../session/address/list-search.ts'

/** The period of the figures: back from now, or between two times (ISO 8601). */
export type Period = { back: DashboardPeriod } | { start: string; end: string }

const isMoment = (value: string | undefined): value is string =>
  value !== undefined && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

/** The period in an address. Without a usable one, it is 24 hours. */
export function periodIn({ period, period_start: start, period_end: end }: Search): Period {
  if (isMoment(start) && isMoment(end) && Date.parse(start) < Date.parse(end)) return { start, end }
  return { back: dashboardPeriods.find((known) => known === period) ?? '24h' }
}

/** The period as the parameters of a call, and of an address. */
export const queryOfPeriod = (period: Period): { period: DashboardPeriod } | { period_start: string; period_end: string } =>
  'back' in period ? { period: period.back } : { period_start: period.start, period_end: period.end }
