import type { Logger } from 'pino'
import { mailTemplates } from '@simdeck/contract/mail-templates.ts'
import type { Config } from '../config.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import type { ChangeFeed } from '../platform/events/change-feed.ts'
import type { OwnFailure } from '../platform/http/failures.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { FailureReports } from './failure-reports.ts'
import { tellImeiChanges } from './imei-digest.ts'
import { Outbox } from './outbox.ts'
import type { OnSettingsSaved } from '../settings/setting-routes.ts'
import type { QueueMail, TellSystem } from './queue-mail.ts'
import { mailRoutes } from './routes.ts'
import { MailSender } from './sender.ts'
import { SystemMail } from './system-mail.ts'
import { templatesSaved } from './templates-saved.ts'
import { MailChanges } from './trust/mail-changes.ts'
import { MailServers } from './trust/mail-servers.ts'

const templateKeys: readonly string[] = Object.values(mailTemplates).map(({ setting }) => setting)
const lookEveryMs = 15_000
const sweepEveryMs = 10 * 60_000

export type MailService = {
  queueMail: QueueMail
  tellSystem: TellSystem
  onSettingsSaved: OnSettingsSaved
  /** Call it for every API call that failed on the server. */
  onFailure: (failure: OwnFailure) => void
  routes: ReturnType<typeof mailRoutes>
  /** Starts to send due mails: when one is queued, and at intervals. */
  start: () => void
  close: () => Promise<void>
}

/** The mail feature: outbox, system mail, routes and sender. */
export function openMail(options: {
  db: Db
  sealer: Sealer
  config: Config
  feed: ChangeFeed
  jobs: Jobs
  log: Logger
  /** The URL of a page of the console. */
  consoleUrl: (path: string) => string
}): MailService {
  const { db, sealer, feed, jobs, log } = options
  const servers = new MailServers(options.config, sealer)
  const outbox = new Outbox(sealer, servers)
  const systemMail = new SystemMail(outbox)
  const changes = new MailChanges(outbox.queue, options.consoleUrl)
  const saved = templatesSaved(servers, changes)
  const { publish } = feed
  const failures = new FailureReports({ db, systemMail, publish, log })
  const sender = new MailSender({ db, outbox, servers, log })
  return {
    queueMail: outbox.queue,
    tellSystem: systemMail.tell,
    async onSettingsSaved(trx, settings, by) {
      const people = await saved(trx, settings, by)
      const mail = settings.some(({ key }) => templateKeys.includes(key))
      if (mail) await systemMail.tell(trx, 'templatesChanged', { method: 'POST', url: '/v1/user-config' })
      return { people, mail }
    },
    onFailure: failures.report,
    routes: mailRoutes({ db, servers, outbox, changes, tellSystem: systemMail.tell, templatesSaved: saved, publish }),
    start() {
      const send = jobs.every({ name: 'mails', everyMs: lookEveryMs, run: () => sender.sendDue() })
      feed.onChange(({ mail }) => {
        if (mail) send()
      })
      jobs.every({ name: 'failure reports', everyMs: lookEveryMs, startsLater: true, run: () => failures.tellLate() })
      const tellImeis = () => tellImeiChanges({ db, systemMail, publish })
      jobs.every({ name: 'changed IMEIs', everyMs: lookEveryMs, startsLater: true, run: tellImeis })
      jobs.every({ name: 'old mails', everyMs: sweepEveryMs, startsLater: true, run: () => sender.sweep() })
    },
    async close() {
      await Promise.all([failures.close(), sender.close()])
    },
  }
}
