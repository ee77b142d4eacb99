import type { Db } from '../../platform/db/database.ts'
import type { ChangeFeed } from '../../platform/events/change-feed.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { ConnectionSweep } from './sweep.ts'

/** Sweeps every five seconds, and at once when the online term was changed. */
export function sweepConnections({ db, feed, jobs }: { db: Db; feed: ChangeFeed; jobs: Jobs }): void {
  const sweep = new ConnectionSweep(db, (sims) => feed.publish({ sims }))
  const now = jobs.every({ name: 'connections', everyMs: 5_000, on: ['device', 'jobs'], run: () => sweep.run() })
  feed.onChange(({ settings }) => {
    if (!settings.includes('system_config_sim_online_term')) return
    sweep.lookAtAll()
    now()
  })
}
