import type { StartByRule } from '../campaigns/targets/start-by-rule.ts'
import type { WholeChange } from '../platform/events/changes.ts'
import type { Platform } from '../platform/platform.ts'
import { FleetCounter } from './figures.ts'
import { inventoryComparison } from './fill.ts'
import { contentQuestions } from './questions.ts'
import { driftRoutes } from './routes.ts'
import { driftTopics } from './topics.ts'

/** Differences between the content that cards report and the content that they should have. */
export function driftFeature({ db, publish, foreground, masterKey }: Platform, { campaigns }: { campaigns: { startByRule: StartByRule } }) {
  const counter = new FleetCounter(db)
  return {
    routes: driftRoutes({ db, publish, counter, masterKey }),
    queues: [inventoryComparison({ db, publish, foreground })],
    jobs: [contentQuestions({ db, start: campaigns.startByRule })],
    topics: driftTopics,
    onChange: ({ drift }: WholeChange) => {
      if (drift.length > 0) counter.changed()
    },
  }
}
