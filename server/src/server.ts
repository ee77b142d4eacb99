import type { Logger } from 'pino'
import { AccessRules } from './access/access-rules.ts'
import { accessRoutes } from './access/routes.ts'
import { authenticator } from './auth/authenticator.ts'
import { Background } from './auth/background.ts'
import { findApiCaller } from './api-ids/api-caller.ts'
import { apiIdRoutes } from './api-ids/routes.ts'
import { tokenRoute } from './api-ids/token-route.ts'
import { firstRoot, type MadeAccount, makeFirstAccounts, type NewAccount } from './auth/first-member.ts'
import { Gate } from './auth/gate/gate.ts'
import { meOf } from './auth/me.ts'
import { authRoutes } from './auth/routes.ts'
import { SecondFactor } from './auth/second-factor/second-factor.ts'
import { AccessTokens } from './auth/tokens.ts'
import { ActionLog } from './platform/audit/action-log.ts'
import { lockEvent } from './platform/audit/security/events-of-calls.ts'
import { SecurityLog } from './platform/audit/security/security-log.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { campaignTopic, otaJobTopic } from './campaigns/topics.ts'
import type { Config } from './config.ts'
import { deriveKey, Sealer } from './platform/crypto/seal.ts'
import { openDatabase } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { ChangeFeed } from './platform/events/change-feed.ts'
import { Sockets } from './platform/events/sockets.ts'
import { Foreground } from './platform/foreground.ts'
import { groupRoutes } from './groups/routes.ts'
import { createApp } from './platform/http/app.ts'
import type { MemberCaller } from './platform/http/handler.ts'
import { Jobs } from './platform/jobs/jobs.ts'
import { logRoutes } from './logs/routes.ts'
import { securityLogRoutes } from './logs/security/routes.ts'
import { systemLogRoutes } from './logs/system/routes.ts'
import { openMail } from './mail/mail-service.ts'
import { memberAccountRoutes } from './members/account-routes.ts'
import { memberRoutes } from './members/member-routes.ts'
import type { MemberParts } from './members/parts.ts'
import { Metrics, serveMetrics } from './platform/metrics.ts'
import { startDeviceService } from './ota/device-service.ts'
import { fillFingerprints } from './ota/polls/fill-fingerprints.ts'
import { packageRoutes } from './packages/routes.ts'
import { tellSettings } from './settings/live-settings.ts'
import { systemRoutes } from './settings/routes.ts'
import { settingRoutes } from './settings/setting-routes.ts'
import { bulkRoutes } from './sims/bulk/routes.ts'
import { simEditRoutes } from './sims/edit/routes.ts'
import { exportRoutes } from './sims/export/routes.ts'
import { sweepImports } from './sims/import/import-works.ts'
import { importRoutes } from './sims/import/routes.ts'
import { sweepConnections } from './sims/connection/sweeper.ts'
import { simRoutes } from './sims/routes.ts'
import { sweepSelections } from './sims/selections/selections.ts'
import { sweepSnapshots } from './sims/snapshots.ts'
import { simDataTopic, simTopic } from './sims/topics.ts'
import { viewRoutes } from './sims/views/routes.ts'
import { taskRoutes } from './tasks/routes.ts'
import { Tasks } from './tasks/tasks.ts'
import { taskTopic } from './tasks/topics.ts'

export type ServerOptions = {
  config: Config
  databaseUrl: string
  masterKey: string
  log: Logger
  /** The built console; null serves the APIs alone. */
  consoleFolder: string | null
  /** Told the first accounts of an empty database, with their passwords, before they count. */
  tellAccounts: (made: readonly MadeAccount[]) => void
  /** Accounts of an empty database beside ROOT. */
  furtherAccounts?: readonly NewAccount[]
}

export type RunningServer = {
  httpPort: number
  devicePort: number | null
  metricsPort: number
  close: () => Promise<void>
}

/** Events of the security log are written this soon. */
const securityLogMs = 1_000
const sweepMs = 10 * 60_000
/** What ends a sign-in tells every node at once; this is for those that end by age, and for what was not heard. */
const revocationCheckMs = 5_000

/** Starts the services that the configuration names, on a migrated database. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, databaseUrl, masterKey, log, consoleFolder } = options
  const database = openDatabase(databaseUrl, { onError: (error) => log.warn({ errorName: error.name }, 'a database connection was lost') })
  const { db } = database
  const ran = await migrate(db)
  if (ran.length > 0) log.info({ migrations: ran }, 'the database was migrated')
  const root = firstRoot({ email: config.ROOT_EMAIL, password: config.ROOT_PASSWORD })
  await makeFirstAccounts(db, [root, ...(options.furtherAccounts ?? [])], options.tellAccounts)

  const sealer = new Sealer(masterKey)
  const fingerprints = await fillFingerprints(db, sealer)
  if (fingerprints.filled + fingerprints.left > 0) log.info(fingerprints, 'fingerprints of keys of SIMs were filled in')
  const metrics = new Metrics()
  const tokens = new AccessTokens(masterKey)
  const jobs = new Jobs({ log, metrics, services: config.SERVICES })
  const securityLog = new SecurityLog(db, masterKey)
  jobs.every({ name: 'security log', everyMs: securityLogMs, run: () => securityLog.flush() })
  const gate = new Gate(db, (way, until) => securityLog.count(lockEvent(way, until)))
  const secondFactor = new SecondFactor(sealer, masterKey)
  const auth = authenticator({ db, tokens, gate, findApiCaller: (id) => findApiCaller(db, id) })
  const feed = new ChangeFeed(database, databaseUrl)
  const topics = [taskTopic, campaignTopic, simTopic, simDataTopic, otaJobTopic]
  const notPushed = (error: Error) => log.warn({ errorName: error.name }, 'a change could not be pushed')
  const sockets = new Sockets(db, topics, notPushed)
  feed.onChange((change) => {
    sockets.push(change)
    tellSettings({ db, sockets }, change).catch(notPushed)
  })
  feed.onChange(({ people, settings }) => {
    const whose = settings.includes('system_mfa_required_roles') ? 'all' : people
    if (whose.length === 0) return
    const currentMe = async (caller: MemberCaller) => {
      const now = await auth.currentCaller(caller)
      return now && meOf(db, now)
    }
    sockets
      .pushPeople(whose, currentMe)
      .catch((error: Error) => log.warn({ errorName: error.name }, 'a change of members could not be pushed'))
  })
  const access = new AccessRules(db)
  feed.onChange((change) => {
    if (!change.access) return
    access
      .load()
      .then(() => sockets.closeForbidden((ip) => access.allowed('console', ip)))
      .catch((error: Error) => log.warn({ errorName: error.name }, 'the access restrictions could not be read'))
  })
  await feed.start()
  await access.load()

  const serves = (service: Config['SERVICES'][number]) => config.SERVICES.includes(service)
  const { publish } = feed
  const consoleUrl = (path: string) => (config.PUBLIC_URL ?? `http://localhost:${httpPort()}`).replace(/\/$/, '') + path
  const mail = openMail({ db, sealer, config, feed, jobs, log, consoleUrl })
  const tasks = new Tasks({ db, databaseUrl, feed, jobs, log })
  const background = new Background(log)
  const people: MemberParts = {
    db,
    gate,
    secondFactor,
    publish,
    consoleUrl,
    queueMail: mail.queueMail,
    tellSystem: mail.tellSystem,
    domainAllowed: access.domainAllowed,
  }
  const foreground = new Foreground()
  const app = await createApp({
    config,
    log,
    metrics,
    foreground,
    sockets,
    guard: { authenticate: auth.authenticate, addressAllowed: access.allowed },
    onFailure: mail.onFailure,
    auditing: { db, actionLog: new ActionLog(masterKey), securityLog },
    admitSocket: auth.admitSocket,
    consoleFolder: serves('console') ? consoleFolder : null,
    handlers: {
      ...accessRoutes({ db, rules: access, publish, tellSystem: mail.tellSystem }),
      ...authRoutes({
        db,
        tokens,
        gate,
        secondFactor,
        background,
        publish,
        consoleUrl,
        codeKey: deriveKey(masterKey, 'reset codes'),
        queueMail: mail.queueMail,
        tellSystem: mail.tellSystem,
        signUpRules: access,
      }),
      ...systemRoutes({ db, config, signUpOpen: access.signUpOpen }),
      ...settingRoutes({ db, publish, onSaved: mail.onSettingsSaved }),
      ...simRoutes({ db }),
      ...importRoutes({ database, sealer, tasks, publish, mostBytes: config.IMPORT_MAX_MB * 1_000_000 }),
      ...exportRoutes({ database, masterKey }),
      ...mail.routes,
      ...packageRoutes({ db }),
      ...campaignRoutes({ db, publish, masterKey }),
      ...simEditRoutes({ db, sealer, publish }),
      ...bulkRoutes({ db, tasks, publish }),
      ...viewRoutes({ db }),
      ...groupRoutes({ db, publish }),
      ...taskRoutes({ db, tasks, masterKey, publish }),
      ...logRoutes({ db }),
      ...systemLogRoutes({ db }),
      ...securityLogRoutes({ db, securityLog }),
      ...memberRoutes(people),
      ...memberAccountRoutes(people),
      ...apiIdRoutes({ db }),
      ...tokenRoute({ db, gate, tokens }),
    },
  })
  function httpPort(): number {
    const address = app.server.address()
    return address && typeof address === 'object' ? address.port : config.PORT
  }
  await app.listen({ host: config.HOST, port: config.PORT })
  const device = serves('device') ? await startDeviceService({ config, databaseUrl, sealer, feed, jobs, log, metrics, foreground }) : null
  sweepConnections({ db, feed, jobs })
  if (serves('jobs')) {
    mail.start()
    tasks.start()
  }
  const metricsServer = await serveMetrics(metrics, config.METRICS_PORT)

  const gauge = async () => {
    metrics.sockets.set(sockets.count)
    metrics.tasks.set(tasks.running)
  }
  jobs.every({ name: 'gauges', everyMs: 5_000, run: gauge })
  jobs.every({ name: 'access restrictions', everyMs: sweepMs, run: () => access.load() })
  jobs.every({ name: 'ended sign-ins', everyMs: revocationCheckMs, run: () => sockets.closeRevoked(auth.standing) })
  const sweeps = { 'sign-ins': auth.sweep, snapshots: sweepSnapshots, selections: sweepSelections, imports: sweepImports }
  for (const [name, sweep] of Object.entries(sweeps)) jobs.every({ name, everyMs: sweepMs, on: ['jobs'], run: () => sweep(db) })

  return {
    httpPort: httpPort(),
    devicePort: device?.port ?? null,
    metricsPort: metricsServer.port,
    async close() {
      sockets.close()
      // All at once: a job may wait for a row that a task holds until it hears of the end, or for a mail server that does not answer.
      await Promise.all([jobs.close(), app.close(), device?.close(), mail.close(), tasks.close(), metricsServer.close()])
      await background.idle()
      await securityLog
        .flush()
        .catch((error: Error) => log.warn({ errorName: error.name }, 'events of the security log could not be written'))
      await feed.flush()
      await feed.close()
      await database.close()
    },
  }
}
