import type { Db } from '../platform/db/database.ts'
import { changeOfMany, maxRereadSims } from '../platform/events/change-of-many.ts'
import { publishAtCommit } from '../platform/events/publish-at-commit.ts'
import { jobsOf, simsWithOpenOtas } from './queries.ts'

/** Ids of SIMs and OTAs that a transaction wrote. */
export type Written = { simIds: number[]; jobIds: number[] }

export const nothingWritten: Written = { simIds: [], jobIds: [] }

/**
 * Publishes a changed campaign, and its SIMs whose OTAs became due, to every node with the commit of the transaction, because this node may
 * die right after it. `written`: SIMs and OTAs that changed with it.
 */
export async function announce(trx: Db, campaignId: number, { simIds, jobIds } = nothingWritten): Promise<void> {
  const open = await simsWithOpenOtas(trx, campaignId, maxRereadSims + 1)
  const reread = [...new Set([...open, ...simIds])]
  const { sims, jobs } = changeOfMany({ sims: simIds, jobs: jobIds })
  await publishAtCommit(trx, { campaigns: [campaignId], sims, jobs, rereadSims: reread.length > maxRereadSims ? 'due' : reread })
}

/** Publishes a changed campaign, of which no OTA became due, to every node with the commit of the transaction. */
export const announceState = (trx: Db, campaignId: number): Promise<void> => publishAtCommit(trx, { campaigns: [campaignId] })

/** Publishes a new campaign with all its SIMs and OTAs; those of a large one are left out, because its progress is written later. */
export async function announceNew(trx: Db, campaignId: number, { isLarge }: { isLarge: boolean }): Promise<void> {
  const jobs = isLarge ? [] : await jobsOf(trx, campaignId)
  await announce(trx, campaignId, { simIds: [...new Set(jobs.map((job) => job.sim_id))], jobIds: jobs.map(({ id }) => id) })
}
