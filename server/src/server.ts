import { authenticator } from './auth/sign-ins/authenticator.ts'
import { firstRoot, type MadeAccount, makeFirstAccounts, type NewAccount } from './auth/first-member.ts'
import { features } from './features.ts'
import { createApp } from './platform/http/app.ts'
import { serveMetrics } from './platform/metrics.ts'
import { Queues } from './platform/jobs/queues.ts'
import { openPlatform, platformJobs, type PlatformOptions } from './platform/platform.ts'
import { usesGoogleMaps } from './settings/settings.ts'

export type ServerOptions = PlatformOptions & {
  /** Folder of the built console; without it, only the APIs are served. */
  consoleFolder: string | null
  /** Called with the first accounts of an empty database and their passwords, before these are stored. */
  showAccounts: (made: readonly MadeAccount[]) => void
  /** Accounts of an empty database beside ROOT. */
  furtherAccounts?: readonly NewAccount[]
}

export type RunningServer = {
  httpPort: number
  devicePort: number | null
  estPort: number | null
  scp81Port: number | null
  metricsPort: number
  close: () => Promise<void>
}

/** Starts the services that the configuration names, on a migrated database. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log, consoleFolder, furtherAccounts = [], showAccounts } = options
  const platform = await openPlatform(options)
  const { db, feed, sockets, jobs, metrics, actionLog, securityLog } = platform
  const root = firstRoot({ email: config.ROOT_EMAIL, password: config.ROOT_PASSWORD })
  await makeFirstAccounts(db, [root, ...furtherAccounts], showAccounts)

  const { byName, list, handlers } = features.open(platform)
  const { auth, access, est, mail, ota, scp81, 'api-ids': apiIds } = byName
  const queues = new Queues(
    platform,
    list.flatMap((feature) => feature.queues ?? []),
  )
  sockets.registerTopics(list.flatMap(({ topics = [] }) => topics))
  feed.onChange((change) => {
    sockets.push(change)
    const logFailure = (error: Error) => log.warn({ errorName: error.name }, 'a feature could not handle a change')
    for (const feature of list) feature.onChange?.(change)?.catch(logFailure)
    jobs.onChange(change)
  })
  await feed.start()
  for (const feature of list) await feature.prepare?.()

  const callers = authenticator({ db, tokens: auth.tokens, attemptLimiter: auth.attemptLimiter, findApiCaller: apiIds.findApiCaller })
  const app = await createApp({
    ...platform,
    handlers,
    guard: { authenticate: callers.authenticate, addressAllowed: access.allowed },
    onFailure: mail.onFailure,
    auditing: { db, actionLog, securityLog },
    admitSocket: callers.admitSocket,
    consoleFolder: platform.serves('console') ? consoleFolder : null,
    usesGoogleMaps: () => usesGoogleMaps(db),
  })
  await app.listen({ host: config.HOST, port: config.PORT })
  const address = app.server.address()
  const httpPort = address && typeof address === 'object' ? address.port : config.PORT
  platform.listensAt(httpPort)
  for (const feature of list) await feature.start?.()
  const metricsServer = await serveMetrics(metrics, config.METRICS_PORT)
  jobs.start([...platformJobs(platform), ...queues.jobs, ...list.flatMap((feature) => feature.jobs ?? [])])

  return {
    httpPort,
    devicePort: ota.port(),
    estPort: est.port(),
    scp81Port: scp81.port(),
    metricsPort: metricsServer.port,
    async close() {
      sockets.close()
      // These close at the same time: a job may wait for a row that a task locks until the task ends, or for a mail server without answer.
      await Promise.all([jobs.close(), queues.close(), app.close(), ...list.map((feature) => feature.close?.()), metricsServer.close()])
      await platform.close()
    },
  }
}
