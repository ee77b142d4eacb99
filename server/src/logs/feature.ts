import type { WholeChange } from '../platform/events/changes.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import { readRange } from '../platform/http/ranges.ts'
import { Forwarder } from './forwarding/forwarder.ts'
import { forwardingRoutes } from './forwarding/routes.ts'
import { logOverviewRoutes } from './overview.ts'
import { keepRawLogs, rawLogKeys, readBodySetting, type ReadSettings } from './raw/retention.ts'
import { rawLogRoutes } from './raw/routes.ts'
import { securityLogRoutes } from './security-routes.ts'
import { systemLogRoutes } from './system-routes.ts'
import './tables.ts'

const partitionsMs = 60 * 60_000
const forwardingMs = 5_000

const concernsRawLogs = ({ settings }: WholeChange): boolean => settings.some((key) => (rawLogKeys as readonly string[]).includes(key))

/** Routes that read the logs, and the retention of the raw logs. */
export function logsFeature(
  { db, actionLog, securityLog, rawLogs, config, consoleUrl }: Platform,
  { settings: { read } }: { settings: { read: ReadSettings } },
) {
  const partitions: Job = {
    name: 'partitions of the raw logs',
    title: { ja: '生ログの日ごとの領域', en: 'Days of the raw logs' },
    everyMs: partitionsMs,
    onOneNode: true,
    alsoAfter: concernsRawLogs,
    run: () => keepRawLogs(db, read, new Date()),
  }
  const forwarder = new Forwarder({
    db,
    reach: config.SYSLOG_PRIVATE_RANGES.flatMap((text) => readRange(text) ?? []),
    hostName: new URL(consoleUrl('/')).hostname,
  })
  const forwarding: Job = {
    name: 'forwarding of the logs',
    title: { ja: 'ログの転送', en: 'Forwarding of the logs' },
    everyMs: forwardingMs,
    on: ['jobs'],
    onOneNode: true,
    run: () => forwarder.run(),
  }
  return {
    routes: {
      ...logOverviewRoutes({ db, read }),
      ...systemLogRoutes({ db, actionLog }),
      ...securityLogRoutes({ db, securityLog }),
      ...rawLogRoutes({ db, rawLogs }),
      ...forwardingRoutes({ db }),
    },
    jobs: [partitions, forwarding],
    close: async () => forwarder.close(),
    prepare: () => readBodySetting(db, read, rawLogs),
    onChange: (change: WholeChange) => (concernsRawLogs(change) ? readBodySetting(db, read, rawLogs) : undefined),
  }
}
