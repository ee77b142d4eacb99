import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import type { ChangeFeed } from '../../events/change-feed.ts'
import { ConnectionSweep } from './sweep.ts'

const everyMs = 5_000

/** Sweeps every five seconds, and at once when the online term was changed. */
export function startConnectionSweeper({ db, feed, log }: { db: Db; feed: ChangeFeed; log: Logger }): { close: () => Promise<void> } {
  const sweep = new ConnectionSweep(db, (sims) => feed.publish({ sims }))
  let running: Promise<void> | null = null
  let again = false
  const run = () => {
    again = running !== null
    running ??= sweep
      .run()
      .catch((error: Error) => log.warn({ errorName: error.name }, 'connections could not be swept'))
      .finally(() => {
        running = null
        if (again) run()
      })
  }
  const unsubscribe = feed.onChange(({ settings }) => {
    if (!settings.includes('system_config_sim_online_term')) return
    sweep.lookAtAll()
    run()
  })
  const timer = setInterval(() => {
    if (!running) run()
  }, everyMs)
  run()
  return {
    async close() {
      clearInterval(timer)
      unsubscribe()
      again = false
      await running
    },
  }
}
