import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { deleteOldMessages } from './queries.ts'

const keepDays = 90
const deletedAtOnce = 50_000

/** Deletes the records of old messages. */
export const oldMessages = (db: Db): Job => ({
  name: 'old short messages',
  title: { ja: '古いSMSの記録の削除', en: 'Deletion of old short messages' },
  everyMs: 10 * 60_000,
  on: ['jobs'],
  onOneNode: true,
  startsLater: true,
  run: () => deleteOldMessages(db, keepDays, deletedAtOnce),
})
