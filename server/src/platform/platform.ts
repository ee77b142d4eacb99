import type { Logger } from 'pino'
import type { Config, Service } from '../config.ts'
import { ActionLog } from './audit/action-log.ts'
import { RawLogs } from './audit/raw/raw-logs.ts'
import { SecurityLog } from './audit/security/security-log.ts'
import { Sealer } from './crypto/seal.ts'
import { AdvisoryLocks } from './db/advisory-locks.ts'
import { type Db, type OpenDatabase, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { ChangeFeed } from './events/change-feed.ts'
import type { Publish } from './events/changes.ts'
import { Sockets } from './events/sockets.ts'
import { Background } from './background.ts'
import { Foreground } from './foreground.ts'
import type { Job } from './jobs/job.ts'
import { JobReports } from './jobs/job-reports.ts'
import { Jobs } from './jobs/jobs.ts'
import { Metrics } from './metrics.ts'

export type PlatformOptions = { config: Config; databaseUrl: string; masterKey: string; log: Logger }

/** The parts that all features of the server share. */
export type Platform = PlatformOptions & {
  database: OpenDatabase
  db: Db
  sealer: Sealer
  metrics: Metrics
  jobs: Jobs
  jobReports: JobReports
  feed: ChangeFeed
  publish: Publish
  sockets: Sockets
  foreground: Foreground
  background: Background
  actionLog: ActionLog
  securityLog: SecurityLog
  rawLogs: RawLogs
  /** True if this node runs that service. */
  serves: (service: Service) => boolean
  /** The URL of a page of the console. */
  consoleUrl: (path: string) => string
  /** Sets the port of the console if the operating system chose it. */
  listensAt: (httpPort: number) => void
  /** Waits for background work, writes pending events and changes, and closes the database. */
  close: () => Promise<void>
}

/** Interval for writing the events of the security log. */
const securityLogMs = 1_000
const rawLogsMs = 1_000
/** Separates the locks of jobs from others: `jobs` in ASCII. */
const jobLocks = 0x6a6f6273

/** Opens and migrates the database, and creates the shared parts. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, databaseUrl, masterKey, log } = options
  const database = openDatabase(databaseUrl, { onError: (error) => log.warn({ errorName: error.name }, 'a database connection was lost') })
  const { db } = database
  const ran = await migrate(db)
  if (ran.length > 0) log.info({ migrations: ran }, 'the database was migrated')
  const metrics = new Metrics()
  const feed = new ChangeFeed(database, databaseUrl)
  const securityLog = new SecurityLog(db, masterKey)
  const rawLogs = new RawLogs(database)
  const sockets = new Sockets(db, (error) => log.warn({ errorName: error.name }, 'a change could not be pushed'))
  metrics.measure('simdeck_websockets', 'Open websockets', () => sockets.count)
  const jobReports = new JobReports(db)
  const jobs = new Jobs({
    log,
    metrics,
    services: config.SERVICES,
    locks: new AdvisoryLocks(databaseUrl, jobLocks, () => log.warn('the locks of recurring work were lost')),
    onRun: (job, run) => jobReports.record(job, run),
  })
  const background = new Background(log)
  let httpPort = config.PORT
  return {
    ...options,
    database,
    db,
    sealer: new Sealer(masterKey),
    metrics,
    jobs,
    jobReports,
    feed,
    publish: feed.publish,
    sockets,
    foreground: new Foreground(),
    background,
    actionLog: new ActionLog(masterKey),
    securityLog,
    rawLogs,
    serves: (service) => config.SERVICES.includes(service),
    consoleUrl: (path) => (config.PUBLIC_URL ?? `http://localhost:${httpPort}`).replace(/\/$/, '') + path,
    listensAt: (port) => (httpPort = port),
    async close() {
      await background.idle()
      await jobReports.close().catch((error: Error) => log.warn({ errorName: error.name }, 'the reports of jobs could not be deleted'))
      await securityLog
        .flush()
        .catch((error: Error) => log.warn({ errorName: error.name }, 'events of the security log could not be written'))
      await rawLogs.flush().catch((error: Error) => log.warn({ errorName: error.name }, 'rows of the raw logs could not be written'))
      await feed.flush()
      await feed.close()
      await database.close()
    },
  }
}

/** The recurring jobs of the platform itself. */
export const platformJobs = ({ securityLog, rawLogs, jobReports }: Platform): Job[] => [
  {
    name: 'security log',
    title: { ja: 'セキュリティログの書き込み', en: 'Writing of the security log' },
    everyMs: securityLogMs,
    run: () => securityLog.flush(),
  },
  {
    name: 'raw logs',
    title: { ja: '生ログの書き込み', en: 'Writing of the raw logs' },
    everyMs: rawLogsMs,
    run: () => rawLogs.flush(),
  },
  jobReports.job,
]
