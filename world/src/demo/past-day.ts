import { storeMinute } from '@simdeck/server/dashboard/figures-queries.ts'
import type { Db } from '@simdeck/server/platform/db/database.ts'

const minuteMs = 60_000
const dayMinutes = 1440
/** The beginning of an outage and its length, in minutes before the present. */
const outage = { from: 610, minutes: 25, share: 0.15 }

/** POLLs by class of the time to answer: most take 2 ms, the last ones up to 20 ms. */
const delays = [0, 0, 5, 30, 400, 120, 40, 20, 8, 6, 4]

/** Replaces the figures of the overview by those of a day in which the fleet polled as it does at present. */
export async function fillPastDay(db: Db): Promise<void> {
  const last = await db
    .selectFrom('dashboard_figures')
    .select(['at', 'figures'])
    .where('step_seconds', '=', 60)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('dashboard_figures').execute()
  const { online = 0, pollsPerMinute = 0 } = last.figures
  for (let ago = dayMinutes; ago >= 0; ago--) {
    const isOut = ago <= outage.from && ago > outage.from - outage.minutes
    const share = isOut ? 1 - outage.share : 1 - 0.02 * (1 + Math.sin(ago / 130)) * Number(ago > 0)
    const figures = { ...last.figures, online: Math.round(online * share), pollsPerMinute: Math.round(pollsPerMinute * share) }
    await storeMinute(db, new Date(last.at.getTime() - ago * minuteMs), { figures, delays, fleet: null })
  }
}
