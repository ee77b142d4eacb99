import type { StartByRule } from '../campaigns/targets/start-by-rule.ts'
import type { WholeChange } from '../platform/events/changes.ts'
import type { Platform } from '../platform/platform.ts'
import { inTime, timeLimits } from '../platform/db/time-limit.ts'
import { figuresOf } from './figures.ts'
import { FleetCount } from './fleet-count.ts'
import { inventoryComparison } from './fill.ts'
import { contentQuestions } from './questions.ts'
import { driftRoutes } from './routes.ts'
import { extrasOf } from './sim-drift.ts'
import { driftTopics } from './topics.ts'

/** Differences between the content that cards report and the content that they should have. */
export function driftFeature({ db, publish, foreground, masterKey }: Platform, { campaigns }: { campaigns: { startByRule: StartByRule } }) {
  const figures = new FleetCount(() => figuresOf(db))
  const extras = new FleetCount(() => inTime(db, timeLimits.list, (trx) => extrasOf(trx, undefined)))
  return {
    routes: driftRoutes({ db, publish, figures, extras, masterKey }),
    queues: [inventoryComparison({ db, publish, foreground })],
    jobs: [contentQuestions({ db, start: campaigns.startByRule })],
    topics: driftTopics,
    onChange: ({ drift }: WholeChange) => {
      if (drift.length === 0) return
      figures.changed()
      extras.changed()
    },
  }
}
