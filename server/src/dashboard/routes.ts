import type { Db } from '../platform/db/database.ts'
import type { Publish, WholeChange } from '../platform/events/changes.ts'
import { checkPeriod } from '../platform/http/period.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import { readableItems, type Sources } from './attention.ts'
import { careRoutes } from './care.ts'
import { dashboardOf, type SharedPart, sharedPart } from './dashboard.ts'
import { seriesOf } from './series.ts'

type Calls = 'getDashboard' | 'getDashboardSeries' | 'claimAttention' | 'releaseAttention'

/** Callers share what is equal for all of them for this time, because consoles ask at the same time after each change. */
const sharedMs = 1_000

export function dashboardRoutes({ publish, ...sources }: Sources & { db: Db; publish: Publish }) {
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

  const routes: Handlers<Calls> = {
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
  return {
    routes,
    /** Lets the next caller get what a change is about. */
    onChange({ dashboard }: WholeChange): void {
      if (dashboard.length > 0) last = null
    },
  }
}
