import type { Db } from '../../platform/db/database.ts'
import type { ChangeFeed } from '../../platform/events/change-feed.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { CountPace } from './count-pace.ts'
import { isLarge } from './counts.ts'
import { coarsenResults, keepCampaign, recountResults, selectUncounted, storeFigures, type UncountedCampaign } from './figures-queries.ts'
import { countStatuses } from './queries.ts'

const everyMs = 1_000
/** Counting a million SIMs takes a second. A campaign without a known change is counted again, because a change may have been missed. */
const pace = { pauseFactor: 10, idleFactor: 100, leastIdleMs: 60_000, burstMs: everyMs }
/** A transaction that ends an OTA may commit this much later than the time that it writes. */
const lateMs = 60_000
const minuteMs = 60_000
/** The time of a run, after which the campaigns that are left wait for the next one. */
const maxRunMs = 5_000

/**
 * Stores the figures of campaigns and their results by minute: while a campaign runs, after each change; when it has ended, once and for
 * all. Every count replaces the stored one, so a repetition by another node or after a crash changes nothing.
 */
export function figuresJob({ db, publish, feed }: { db: Db; publish: Publish; feed: Pick<ChangeFeed, 'onChange'> }): Job {
  const running = new CountPace(pace)
  /** An ended campaign is counted again after a deletion of SIMs, which may be in many parts. */
  const ended = new CountPace(pace)
  feed.onChange(({ campaigns }) => running.markChanged(campaigns))

  async function count(campaign: UncountedCampaign): Promise<void> {
    const { id } = campaign
    const counts = campaign.finished_at === null ? running : ended
    const startedAt = counts.begin([id])
    try {
      const isNew = await storeCounts(db, campaign)
      if (isNew === null) {
        counts.markChanged([id])
        return
      }
      // Consoles read the figures of a large campaign from the stored ones. An unchanged count is not published, which would ask for another one.
      if (isNew && isLarge(campaign)) publish({ campaigns: [id] })
    } catch (error) {
      counts.markChanged([id])
      throw error
    }
    counts.end([id], startedAt)
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
      const uncounted = new Map((await selectUncounted(db)).map((campaign) => [campaign.id, campaign]))
      const ids = (which: (campaign: UncountedCampaign) => boolean) => [...uncounted.values()].filter(which).map(({ id }) => id)
      const isNew = ({ counted_at: countedAt }: UncountedCampaign) => countedAt === null
      const hasEnded = ids((campaign) => !isNew(campaign) && campaign.finished_at !== null)
      ended.markChanged(hasEnded)
      const known = [...ended.choose(hasEnded), ...running.choose(ids((campaign) => !isNew(campaign) && campaign.finished_at === null))]
      for (const id of [...ids(isNew), ...known]) {
        const campaign = uncounted.get(id)!
        if (performance.now() - startedAt > maxRunMs) break
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

/** Counts a campaign and stores its figures; true if they differ from those stored before. Null if another transaction has locked the campaign. */
async function storeCounts(db: Db, { id, finished_at: finishedAt, until: from }: UncountedCampaign): Promise<boolean | null> {
  const isFinal = finishedAt !== null
  const now = Date.now()
  const until = new Date(Math.floor((now - lateMs) / minuteMs) * minuteMs)
  return db.transaction().execute(async (trx) => {
    if (!(await keepCampaign(trx, id, isFinal))) return null
    const counts = await countStatuses(trx, [id])
    // A clock that was set back may have ended OTAs before the time of the last count.
    await recountResults(trx, id, isFinal || from === null ? null : new Date(Math.min(from.getTime(), until.getTime())))
    await coarsenResults(trx, id, finishedAt ?? new Date(now))
    return storeFigures(trx, { id, counts, until, isFinal })
  })
}
