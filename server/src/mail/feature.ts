import { mailTemplates } from '@simdeck/contract/mail-templates.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import type { SettingsFeature } from '../settings/feature.ts'
import { FailureReports } from './failure-reports.ts'
import { reportImeiChanges } from './imei-digest.ts'
import { Outbox } from './outbox.ts'
import { mailRoutes } from './routes.ts'
import { MailSender } from './sender.ts'
import { SystemMail } from './system-mail.ts'
import { templatesSaved } from './trust/templates-saved.ts'
import { MailChanges } from './trust/mail-changes.ts'
import { MailServers } from './trust/mail-servers.ts'
import './tables.ts'

const templateKeys: readonly string[] = Object.values(mailTemplates).map(({ setting }) => setting)
const frequentMs = 15_000
const sweepEveryMs = 10 * 60_000

/** The outbox, system mail, mail settings and templates, and the sender. */
export function mailFeature({ db, sealer, config, log, publish, consoleUrl }: Platform, { settings }: { settings: SettingsFeature }) {
  const servers = new MailServers(config, sealer)
  const outbox = new Outbox(sealer, servers)
  const systemMail = new SystemMail(outbox)
  const changes = new MailChanges(outbox.queue, consoleUrl)
  const saved = templatesSaved(servers, changes)
  const failures = new FailureReports({ db, systemMail, publish, log })
  const sender = new MailSender({ db, outbox, servers, log })
  settings.whenSaved(async (trx, written, by) => {
    const people = await saved(trx, written, by)
    const mail = written.some(({ key }) => templateKeys.includes(key))
    if (mail) await systemMail.reportEvent(trx, 'templatesChanged', { method: 'POST', url: '/v1/user-config' })
    return { people, mail }
  })
  const frequent = { everyMs: frequentMs, on: ['jobs'] } as const
  const jobs: Job[] = [
    { ...frequent, name: 'mails', alsoAfter: ({ mail }) => mail, run: () => sender.sendDue() },
    { ...frequent, name: 'failure reports', startsLater: true, run: () => failures.reportDelayed() },
    { ...frequent, name: 'changed IMEIs', alone: true, startsLater: true, run: () => reportImeiChanges({ db, systemMail, publish }) },
    { ...frequent, name: 'old mails', everyMs: sweepEveryMs, alone: true, startsLater: true, run: () => sender.sweep() },
  ]
  return {
    routes: mailRoutes({ db, servers, outbox, changes, reportEvent: systemMail.reportEvent, templatesSaved: saved, publish }),
    jobs,
    close: () => Promise.all([failures.close(), sender.close()]),
    queueMail: outbox.queue,
    reportEvent: systemMail.reportEvent,
    /** Call it for every API call that failed on the server. */
    onFailure: failures.report,
  }
}

export type MailFeature = ReturnType<typeof mailFeature>
