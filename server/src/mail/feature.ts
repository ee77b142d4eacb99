import { mailTemplates } from '@simdeck/contract/mail-templates.ts'
import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import type { SettingsFeature } from '../settings/feature.ts'
import { FailureReports } from './failure-reports.ts'
import { reportImeiChanges } from './imei-digest.ts'
import { Outbox } from './outbox.ts'
import { hasNotes, noteForMail, restartEvent, takeNotes } from './queries.ts'
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
export function mailFeature(
  { db, sealer, config, log, publish, consoleUrl, rawLogs }: Platform,
  { settings }: { settings: SettingsFeature },
) {
  const servers = new MailServers(config, sealer)
  const outbox = new Outbox(sealer, servers)
  const systemMail = new SystemMail(outbox)
  const changes = new MailChanges(outbox.queue, consoleUrl)
  const saved = templatesSaved(servers, changes)
  const failures = new FailureReports({ db, systemMail, log })
  const sender = new MailSender({ db, outbox, servers, rawLogs })
  settings.whenSaved(async (trx, written, by) => {
    const people = await saved(trx, written, by)
    if (written.some(({ key }) => templateKeys.includes(key)))
      await systemMail.reportEvent(trx, 'templatesChanged', { method: 'POST', url: '/v1/user-config' })
    return people
  })
  const delayed = { everyMs: frequentMs, on: ['jobs'], startsLater: true } as const
  const jobs: Job[] = [
    {
      ...delayed,
      name: 'failure reports',
      title: { ja: 'エラーを知らせるメールの作成', en: 'Mails about errors' },
      run: () => failures.reportDelayed(),
    },
    {
      ...delayed,
      name: 'changed IMEIs',
      title: { ja: 'IMEIの変更を知らせるメールの作成', en: 'Mails about changed IMEIs' },
      onOneNode: true,
      run: () => reportImeiChanges({ db, systemMail }),
    },
    {
      ...delayed,
      name: 'old mails',
      title: { ja: '30日を過ぎたメールの削除', en: 'Deletion of mails after 30 days' },
      everyMs: sweepEveryMs,
      onOneNode: true,
      run: () => sender.sweep(),
    },
  ]
  return {
    routes: mailRoutes({ db, servers, outbox, changes, reportEvent: systemMail.reportEvent, templatesSaved: saved, publish, rawLogs }),
    jobs,
    queues: [sender.queue],
    close: () => failures.close(),
    queueMail: outbox.queue,
    /** True if mails to members of that role are sent; otherwise they are only kept. */
    canMail: (db: Db, role: number) => servers.isConfiguredFor(db, role),
    reportEvent: systemMail.reportEvent,
    /** Notes that later mails tell together, at most every ten minutes. `restart` begins these with the mails of the transaction. */
    notes: { add: noteForMail, exist: hasNotes, take: takeNotes, restart: restartEvent },
    /** Call it for every API call that failed on the server. */
    onFailure: failures.report,
  }
}

export type MailFeature = ReturnType<typeof mailFeature>
