import type { Db } from '../../platform/db/database.ts'
import type { ChangeFeed } from '../../platform/events/change-feed.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { isLarge } from './counts.ts'
import { coarsenResults, recountResults, selectUncounted, storeFigures, type UncountedCampaign } from './figures-queries.ts'
import { countStatuses } from './queries.ts'

const everyMs = 1_000
/** Counting a million SIMs takes a second, so the pause until the next count is many times as long as the count. */
const pauseFactor = 10
/** A campaign without a known change is counted again after this time, because a change may have been missed. */
const idleMs = 60_000
const idlePauseFactor = 100
/** A transaction that ends an OTA may commit this much later than the time that it writes. */
const lateMs = 60_000
const minuteMs = 60_000
/** The time of a run, after which the campaigns that are left wait for the next one. */
const maxRunMs = 5_000

/**
 * Stores the figures of campaigns and their results by minute: while a campaign runs, after each change; when it has ended, once and for all.
 * Every count replaces the stored one, so a repetition by another node or after a crash changes nothing.
 */
export function figuresJob({ db, publish, feed }: { db: Db; publish: Publish; feed: Pick<ChangeFeed, 'onChange'> }): Job {
  const changed = new Set<number>()
  const lastCount = new Map<number, { endedAt: number; tookMs: number }>()
  /** Counts of ended campaigns. They are counted again when SIMs are deleted, which may be in many parts. */
  const finalCount = new Map<number, { endedAt: number; tookMs: number }>()
  feed.onChange(({ campaigns }) => {
    for (const id of campaigns) changed.add(id)
  })

  function isDue({ id, finished_at: finishedAt, counted_at: countedAt }: UncountedCampaign): boolean {
    const last = (finishedAt === null ? lastCount : finalCount).get(id)
    if (countedAt === null || !last) return true
    const sinceMs = performance.now() - last.endedAt
    return finishedAt !== null || changed.has(id)
      ? sinceMs >= pauseFactor * last.tookMs
      : sinceMs >= Math.max(idleMs, idlePauseFactor * last.tookMs)
  }

  async function count(campaign: UncountedCampaign): Promise<void> {
    const { id } = campaign
    const startedAt = performance.now()
    changed.delete(id)
    try {
      const isNew = await storeCounts(db, campaign)
      // Consoles read the figures of a large campaign from the stored ones. An unchanged count is not published, which would ask for another one.
      if (isNew && isLarge(campaign)) publish({ campaigns: [id] })
    } catch (error) {
      changed.add(id)
      throw error
    }
    const endedAt = performance.now()
    const counted = { endedAt, tookMs: endedAt - startedAt }
    if (campaign.finished_at === null) lastCount.set(id, counted)
    else {
      lastCount.delete(id)
      finalCount.set(id, counted)
    }
  }

  return {
    name: 'campaign figures',
    title: { ja: '配信の集計', en: 'Figures of campaigns' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    async run() {
      const errors: unknown[] = []
      const startedAt = performance.now()
      for (const campaign of await selectUncounted(db)) {
        if (performance.now() - startedAt > maxRunMs) break
        if (!isDue(campaign)) continue
        try {
          await count(campaign)
        } catch (error) {
          // The other campaigns are still counted.
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}

/** Counts a campaign and stores its figures; true if they differ from those stored before. */
async function storeCounts(db: Db, { id, finished_at: finishedAt, until: from }: UncountedCampaign): Promise<boolean> {
  const isFinal = finishedAt !== null
  const now = Date.now()
  const until = new Date(Math.floor((now - lateMs) / minuteMs) * minuteMs)
  return db.transaction().execute(async (trx) => {
    const counts = await countStatuses(trx, [id])
    // A clock that was set back may have ended OTAs before the time of the last count.
    await recountResults(trx, id, isFinal || from === null ? null : new Date(Math.min(from.getTime(), until.getTime())))
    await coarsenResults(trx, id, finishedAt ?? new Date(now))
    return storeFigures(trx, { id, counts, until, isFinal })
  })
}
