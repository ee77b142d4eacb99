import type { LogName, LogOverview } from '@simdeck/contract/logs.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import { rawOtaLogDays } from '@simdeck/contract/traces.ts'
import { securityLogDays } from '@simdeck/contract/security-log.ts'
import type { Db } from '../platform/db/database.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import { type RawLogSettings, rawLogSettings, type ReadSettings } from './raw/retention.ts'
import { type LogSize, type LogTable, sizeOfLog } from './overview-queries.ts'

type LogSource = LogTable & { name: LogName; needs: Permission; keptDays: (settings: RawLogSettings) => number | null }

const sources: readonly LogSource[] = [
  { name: 'system', needs: 'LOGS_SYSTEM_LOG', table: 'action_logs', time: 'request_at', keptDays: () => null },
  { name: 'security', needs: 'LOGS_SECURITY', table: 'security_events', time: 'at', keptDays: () => securityLogDays },
  { name: 'rawApi', needs: 'LOGS_RAW_LOG', table: 'raw_api_logs', time: 'at', keptDays: ({ apiDays }) => apiDays },
  { name: 'rawProxy', needs: 'LOGS_RAW_LOG', table: 'raw_proxy_logs', time: 'at', keptDays: ({ proxyDays }) => proxyDays },
  { name: 'rawOtaService', needs: 'LOGS_RAW_LOG', table: 'raw_ota_service_logs', time: 'at', keptDays: () => rawOtaLogDays },
]

const sharedMs = 10_000
const dayMs = 86_400_000
const minuteMs = 60_000

export function logOverviewRoutes({ db, read }: { db: Db; read: ReadSettings }): Handlers<'listLogs'> {
  const known = new Map<string, { atMs: number; size: Promise<LogSize> }>()

  /** Callers with the same midnight share the size of a log for a few seconds. */
  function sharedSize({ name, table, time }: LogSource, midnight: Date, nowMs: number): Promise<LogSize> {
    for (const [key, { atMs }] of known) if (nowMs - atMs >= sharedMs) known.delete(key)
    const key = `${name} ${midnight.getTime()}`
    const found = known.get(key)
    if (found) return found.size
    const size = sizeOfLog(db, { table, time }, midnight)
    known.set(key, { atMs: nowMs, size })
    size.catch(() => known.delete(key))
    return size
  }

  return {
    async listLogs(call) {
      const { permissions } = signedIn(call)
      const nowMs = Date.now()
      const offsetMs = call.query.timezoneOffset * minuteMs
      const midnight = new Date(Math.floor((nowMs - offsetMs) / dayMs) * dayMs + offsetMs)
      const settings = await rawLogSettings(db, read)
      const shape = async (source: LogSource): Promise<LogOverview> => {
        const { oldest, ...size } = await sharedSize(source, midnight, nowMs)
        const rows = Math.max(size.rows, size.today)
        return { name: source.name, ...size, rows, kept_days: source.keptDays(settings), oldest: oldest?.toISOString() ?? null }
      }
      return Promise.all(sources.filter(({ needs }) => permissions.has(needs)).map(shape))
    },
  }
}
