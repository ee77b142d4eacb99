import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Sealer } from '../crypto/seal.ts'
import type { Db } from '../db/database.ts'
import type { ChangeFeed } from '../events/change-feed.ts'
import type { OwnFailure } from '../http/failures.ts'
import { FailureReports } from './failure-reports.ts'
import { tellImeiChanges } from './imei-digest.ts'
import { Outbox } from './outbox.ts'
import type { QueueMail, TellSystem } from './queue-mail.ts'
import { mailRoutes } from './routes.ts'
import { MailSender } from './sender.ts'
import { SystemMail } from './system-mail.ts'
import { type TemplatesSaved, templatesSaved } from './templates-saved.ts'
import { MailChanges } from './trust/mail-changes.ts'
import { MailServers } from './trust/mail-servers.ts'

const lookEveryMs = 15_000
const sweepEveryMs = 10 * 60_000

export type MailService = {
  queueMail: QueueMail
  tellSystem: TellSystem
  templatesSaved: TemplatesSaved
  /** Told of every API call that failed on the server. */
  onFailure: (failure: OwnFailure) => void
  routes: ReturnType<typeof mailRoutes>
  /** Begins to send what is due, when it is queued and when it comes due again. */
  start: () => void
  close: () => Promise<void>
}

/** Everything about mail: the outbox, system mail, the calls on them, and the sending. */
export function openMail(options: {
  db: Db
  sealer: Sealer
  config: Config
  feed: ChangeFeed
  log: Logger
  /** The address of a page of the console. */
  consoleUrl: (path: string) => string
}): MailService {
  const { db, sealer, feed, log } = options
  const servers = new MailServers(options.config, sealer)
  const outbox = new Outbox(sealer, servers)
  const systemMail = new SystemMail(outbox)
  const changes = new MailChanges(outbox.queue, options.consoleUrl)
  const saved = templatesSaved(servers, changes)
  const { publish } = feed
  const failures = new FailureReports({ db, systemMail, publish, log })
  const sender = new MailSender({ db, outbox, servers, log })
  const endings: (() => void)[] = []

  const every = (ms: number, what: string, task: () => Promise<unknown>) => {
    const timer = setInterval(() => {
      task().catch((error: Error) => log.warn({ errorName: error.name }, `${what} failed and is tried again`))
    }, ms)
    endings.push(() => clearInterval(timer))
  }

  return {
    queueMail: outbox.queue,
    tellSystem: systemMail.tell,
    templatesSaved: saved,
    onFailure: failures.report,
    routes: mailRoutes({ db, servers, outbox, changes, tellSystem: systemMail.tell, templatesSaved: saved, publish }),
    start() {
      endings.push(
        feed.onChange(({ mail }) => {
          if (mail) sender.wake()
        }),
      )
      every(lookEveryMs, 'sending mail', async () => sender.wake())
      every(lookEveryMs, 'telling failures', () => failures.tellLate())
      every(lookEveryMs, 'telling changed IMEIs', () => tellImeiChanges({ db, systemMail, publish }))
      every(sweepEveryMs, 'forgetting old mails', () => sender.sweep())
      sender.wake()
    },
    async close() {
      for (const end of endings) end()
      await Promise.all([failures.close(), sender.close()])
    },
  }
}
