import { readRange } from '../platform/http/ranges.ts'
import type { Platform } from '../platform/platform.ts'
import { Gateway } from './gateway.ts'
import { smsRoutes } from './routes.ts'
import { oldMessages } from './sending/old-messages.ts'
import { Sender } from './sending/sender.ts'
import './tables.ts'
import { scriptRoutes } from './messages/script-routes.ts'
import { wakeRoutes } from './messages/wake-routes.ts'

/** The gateway for short messages, and the messages to SIMs, which nodes with the service `jobs` send. */
export function smsFeature(platform: Platform) {
  const { db, sealer, rawLogs, config, publish } = platform
  const reach = config.SMPP_PRIVATE_RANGES.flatMap((text) => readRange(text) ?? [])
  const sender = platform.serves('jobs') ? new Sender({ ...platform, reach }) : null
  return {
    routes: {
      ...smsRoutes({ db, sealer, gateway: new Gateway({ sealer, rawLogs, reach }) }),
      ...wakeRoutes({ db, sealer, publish }),
      ...scriptRoutes({ db, publish }),
    },
    jobs: [oldMessages(db, publish)],
    start: async () => sender?.start(),
    close: async () => sender?.close(),
  }
}
