import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { LogName } from '@simdeck/contract/logs.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { timezoneOffsetMinutes } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'

/** The logs that the user may read. */
export const useLogs = () => useQuery(queryOf(endpoints.listLogs, { query: { timezoneOffset: timezoneOffsetMinutes() } }))

/** Text of the time for which the rows of a log are kept; null until it is known. */
export function useKept(name: LogName): string | null {
  const t = useText(logText)
  const { data } = useLogs()
  const log = data?.find((one) => one.name === name)
  if (!log) return null
  return log.kept_days === null ? t.keptAlways : t.kept(formatNumber(log.kept_days))
}
