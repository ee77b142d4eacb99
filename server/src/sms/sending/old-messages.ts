import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { deleteOldMessages, endUnconfirmed } from './queries.ts'

const keepDays = 90
/** Hours for which a receipt is awaited: gateways keep a message for a day at most by default. */
const receiptHours = 24
const atOnce = 50_000

/** Ends messages whose receipt does not come, and deletes the records of old ones. */
export const oldMessages = (db: Db, publish: Publish): Job => ({
  name: 'old short messages',
  title: { ja: '古いSMSの記録の整理', en: 'Tidying of old short messages' },
  everyMs: 10 * 60_000,
  on: ['jobs'],
  onOneNode: true,
  startsLater: true,
  async run() {
    publish({ sims: await endUnconfirmed(db, receiptHours, atOnce) })
    await deleteOldMessages(db, keepDays, atOnce)
  },
})
