import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { checkPeriod } from '../platform/http/period.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import { readableItems, type Sources } from './attention.ts'
import { careRoutes } from './care.ts'
import { dashboardOf, type SharedPart, sharedPart } from './dashboard.ts'
import { seriesOf } from './series.ts'

type Calls = 'getDashboard' | 'getDashboardSeries' | 'claimAttention' | 'releaseAttention'

/** Callers share what is equal for all of them for this time, because consoles ask at the same time after each change. */
const sharedMs = 1_000

export function dashboardRoutes({ publish, ...sources }: Sources & { db: Db; publish: Publish }): Handlers<Calls> {
  let last: { atMs: number; part: Promise<SharedPart> } | null = null

  function shared(): Promise<SharedPart> {
    if (last && Date.now() - last.atMs < sharedMs) return last.part
    const part = sharedPart(sources)
    const made = { atMs: Date.now(), part }
    last = made
    part.catch(() => {
      if (last === made) last = null
    })
    return part
  }

  return {
    async getDashboard(call) {
      return dashboardOf(sources, await shared(), signedIn(call))
    },

    async getDashboardSeries({ query, language }) {
      checkPeriod('period', query, language)
      return seriesOf(sources.db, query, new Date())
    },

    ...careRoutes({
      db: sources.db,
      publish,
      async isOpen(key, { caller }) {
        return readableItems((await sharedPart(sources)).attention, caller.permissions).some((item) => item.key === key)
      },
    }),
  }
}
