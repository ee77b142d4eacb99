import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { ApprovalMails } from './mails.ts'

const everyMs = 1_000

/** Mails requests for approval. A start only notes its request, so that many approvers do not lengthen it. */
export const approvalMails = ({ db, mails }: { db: Db; mails: ApprovalMails }): Job => ({
  name: 'approval mails',
  title: { ja: '承認の依頼メールの作成', en: 'Mails that ask for approval' },
  everyMs,
  on: ['jobs'],
  onOneNode: true,
  run: () => mails.sendAsked(db),
})
