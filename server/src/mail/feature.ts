import { mailTemplates } from '@simdeck/contract/mail-templates.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import type { SettingsFeature } from '../settings/feature.ts'
import { FailureReports } from './failure-reports.ts'
import { tellImeiChanges } from './imei-digest.ts'
import { Outbox } from './outbox.ts'
import { mailRoutes } from './routes.ts'
import { MailSender } from './sender.ts'
import { SystemMail } from './system-mail.ts'
import { templatesSaved } from './templates-saved.ts'
import { MailChanges } from './trust/mail-changes.ts'
import { MailServers } from './trust/mail-servers.ts'
import './tables.ts'

const templateKeys: readonly string[] = Object.values(mailTemplates).map(({ setting }) => setting)
const lookEveryMs = 15_000
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
    if (mail) await systemMail.tell(trx, 'templatesChanged', { method: 'POST', url: '/v1/user-config' })
    return { people, mail }
  })
  const look = { everyMs: lookEveryMs, on: ['jobs'] } as const
  const jobs: Job[] = [
    { ...look, name: 'mails', alsoAfter: ({ mail }) => mail, run: () => sender.sendDue() },
    { ...look, name: 'failure reports', startsLater: true, run: () => failures.tellLate() },
    { ...look, name: 'changed IMEIs', alone: true, startsLater: true, run: () => tellImeiChanges({ db, systemMail, publish }) },
    { ...look, name: 'old mails', everyMs: sweepEveryMs, alone: true, startsLater: true, run: () => sender.sweep() },
  ]
  return {
    routes: mailRoutes({ db, servers, outbox, changes, tellSystem: systemMail.tell, templatesSaved: saved, publish }),
    jobs,
    close: () => Promise.all([failures.close(), sender.close()]),
    queueMail: outbox.queue,
    tellSystem: systemMail.tell,
    /** Call it for every API call that failed on the server. */
    onFailure: failures.report,
  }
}

export type MailFeature = ReturnType<typeof mailFeature>
