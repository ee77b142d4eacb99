import type { LogName, LogOverview } from '@simdeck/contract/logs.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import { rawOtaLogDays } from '@simdeck/contract/traces.ts'
import { securityLogDays } from '@simdeck/contract/security-log.ts'
import type { Db } from '../platform/db/database.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import { type RawLogSettings, rawLogSettings, type ReadSettings } from './raw/retention.ts'
import { type LogSize, type LogTable, rowsSince, sizeOfLog } from './overview-queries.ts'

type LogSource = LogTable & { name: LogName; needs: Permission; keptDays: (settings: RawLogSettings) => number | null }

const sources: readonly LogSource[] = [
  { name: 'system', needs: 'LOGS_SYSTEM_LOG', table: 'action_logs', time: 'request_at', keptDays: () => null },
  { name: 'security', needs: 'LOGS_SECURITY', table: 'security_events', time: 'at', keptDays: () => securityLogDays },
  { name: 'rawApi', needs: 'LOGS_RAW_LOG', table: 'raw_api_logs', time: 'at', keptDays: ({ apiDays }) => apiDays },
  { name: 'rawProxy', needs: 'LOGS_RAW_LOG', table: 'raw_proxy_logs', time: 'at', keptDays: ({ proxyDays }) => proxyDays },
  { name: 'rawOtaService', needs: 'LOGS_RAW_LOG', table: 'raw_ota_service_logs', time: 'at', keptDays: () => rawOtaLogDays },
]

/** Callers share answers for this time. */
const sharedMs = 10_000
/** Counts that read many rows are shared for longer, because a caller can ask for the day of each of 105 time zones. */
const large = { rows: 5_000, sharedMs: 60_000 }
const dayMs = 86_400_000
const minuteMs = 60_000

/** Answers that callers share; a new one is asked for when the last one is too old. */
class Shared<Value> {
  readonly #known = new Map<string, { until: number; value: Promise<Value> }>()
  readonly #keptMs: (value: Value) => number

  constructor(keptMs: (value: Value) => number) {
    this.#keptMs = keptMs
  }

  get(key: string, ask: () => Promise<Value>): Promise<Value> {
    const nowMs = Date.now()
    for (const [name, { until }] of this.#known) if (until <= nowMs) this.#known.delete(name)
    const found = this.#known.get(key)
    if (found) return found.value
    const entry = { until: Infinity, value: ask() }
    this.#known.set(key, entry)
    entry.value.then(
      (value) => (entry.until = Date.now() + this.#keptMs(value)),
      () => this.#known.delete(key),
    )
    return entry.value
  }
}

export function logOverviewRoutes({ db, read }: { db: Db; read: ReadSettings }): Handlers<'listLogs'> {
  const sizes = new Shared<LogSize>(() => sharedMs)
  const days = new Shared<number>((rows) => (rows < large.rows ? sharedMs : large.sharedMs))
  let last: Promise<unknown> = Promise.resolve()

  /** Counts one after the other, so that days of many time zones keep one connection at most. */
  function counted(source: LogSource, midnight: Date): Promise<number> {
    const count = last.then(() => rowsSince(db, source, midnight))
    last = count.catch(() => undefined)
    return count
  }

  return {
    async listLogs(call) {
      const { permissions } = signedIn(call)
      const offsetMs = call.query.timezoneOffset * minuteMs
      const midnight = new Date(Math.floor((Date.now() - offsetMs) / dayMs) * dayMs + offsetMs)
      const settings = await rawLogSettings(db, read)
      const shape = async (source: LogSource): Promise<LogOverview> => {
        const [{ oldest, ...size }, today] = await Promise.all([
          sizes.get(source.name, () => sizeOfLog(db, source)),
          days.get(`${source.name} ${midnight.getTime()}`, () => counted(source, midnight)),
        ])
        const rows = Math.max(size.rows, today)
        return { name: source.name, ...size, today, rows, kept_days: source.keptDays(settings), oldest: oldest?.toISOString() ?? null }
      }
      return Promise.all(sources.filter(({ needs }) => permissions.has(needs)).map(shape))
    },
  }
}
