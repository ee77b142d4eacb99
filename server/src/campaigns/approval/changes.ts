import type { ApprovalRequest } from '@simdeck/contract/approval.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { CountPace } from '../outcomes/count-pace.ts'
import { isLarge, maxCounted } from '../outcomes/counts.ts'
import { countChanges, selectAwaiting, storeChanges } from './changes-queries.ts'
import type { ApprovalRow } from './queries.ts'

type Request = Pick<ApprovalRow, 'campaign_id' | 'changes' | 'changes_at'> & { total: number }

/**
 * The SIMs of a waiting campaign that have changed since it asked: those of a large one as they were counted last, or counted now. Throws
 * `ApiError('searchTooSlow')`.
 */
export async function changesOf(db: Db, request: Request, now: Date): Promise<NonNullable<ApprovalRequest['changes']>> {
  const { campaign_id: id, changes, changes_at: at } = request
  if (isLarge(request) && changes && at) return { at: at.toISOString(), ...changes }
  const counted = await inTime(db, timeLimits.list, (trx) => countChanges(trx, id))
  return { at: now.toISOString(), ...counted }
}

const everyMs = 15_000
/** Counting a million SIMs takes seconds. */
const pace = { pauseFactor: 30, idleFactor: 30, burstMs: everyMs }

/** Counts the changes of large campaigns that wait for approval again and again. */
export function approvalChanges({ db }: { db: Db }): Job {
  const counts = new CountPace(pace)
  return {
    name: 'changes before approval',
    title: { ja: '承認待ちの配信の変化の集計', en: 'Changes in campaigns that wait for approval' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    async run() {
      for (const id of counts.choose(await selectAwaiting(db, maxCounted))) {
        const startedAt = counts.begin([id])
        await storeChanges(db, id, await countChanges(db, id))
        counts.end([id], startedAt)
      }
    },
  }
}
