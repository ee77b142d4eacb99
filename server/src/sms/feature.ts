import { readRange } from '../platform/http/ranges.ts'
import type { Platform } from '../platform/platform.ts'
import { Gateway } from './gateway.ts'
import { smsRoutes } from './routes.ts'
import './tables.ts'

/** The gateway for short messages. */
export function smsFeature({ db, sealer, rawLogs, config }: Platform) {
  const reach = config.SMPP_PRIVATE_RANGES.flatMap((text) => readRange(text) ?? [])
  return { routes: smsRoutes({ db, sealer, gateway: new Gateway({ sealer, rawLogs, reach }) }) }
}
