import type { MailFeature } from '../mail/feature.ts'
import type { WholeChange } from '../platform/events/changes.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import { Bells } from './bells.ts'
import { tellCauses } from './causes.ts'
import { tellCertificates } from './certificates.ts'
import { allMembers } from '../platform/notifications/notify.ts'
import { deleteOld } from './queries.ts'
import { mailAtOnce, mailDigests, mailWaiting } from './mails.ts'
import { notificationRoutes } from './routes.ts'
import '../platform/notifications/tables.ts'

const causesEveryMs = 1_000
const certificatesEveryMs = 5_000
const sweepEveryMs = 60_000
const mailsEveryMs = 15_000

/** The notifications of the bell. A noun that reports an event calls `notify` in the transaction of the event. */
export function notificationsFeature({ db, publish, sockets, log, consoleUrl }: Platform, { mail }: { mail: MailFeature }) {
  const bells = new Bells({
    db,
    sockets,
    onError: (error) => log.warn({ errorName: error.name }, 'unread notifications could not be counted'),
  })
  const onOneNode = { on: ['jobs'], onOneNode: true } as const
  const jobs: Job[] = [
    {
      ...onOneNode,
      name: 'notifications',
      title: { ja: '通知の作成', en: 'Notifications' },
      everyMs: causesEveryMs,
      run: () => tellCauses(db),
    },
    {
      ...onOneNode,
      name: 'notifications of certificates',
      title: { ja: '証明書の通知の作成', en: 'Notifications of certificates' },
      everyMs: certificatesEveryMs,
      run: () => tellCertificates(db),
    },
    {
      ...onOneNode,
      name: 'notification mails',
      title: { ja: '通知メールの作成', en: 'Mails of notifications' },
      everyMs: mailsEveryMs,
      startsLater: true,
      async run() {
        await mailAtOnce({ db, mail, consoleUrl })
        await mailWaiting({ db, mail, consoleUrl })
        await mailDigests({ db, mail, consoleUrl })
      },
    },
    {
      ...onOneNode,
      name: 'old notifications',
      title: { ja: '古い通知の削除', en: 'Deletion of old notifications' },
      everyMs: sweepEveryMs,
      startsLater: true,
      run: () => deleteOld(db),
    },
  ]
  return {
    routes: notificationRoutes({ db, publish }),
    jobs,
    onChange({ bells: rung, members, people, rereadSims }: WholeChange): void {
      const all = rereadSims === 'all' || rung.includes(allMembers)
      bells.ring(all ? [allMembers] : [...rung, ...members, ...people])
    },
    close: async () => bells.close(),
  }
}
