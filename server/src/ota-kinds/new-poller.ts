import type { Db } from '../platform/db/database.ts'
import type { OtaJobRow } from './kind.ts'
import { recordNewPoller } from './poller-queries.ts'
import { confirmedBy } from './pollers.ts'

/** Makes the poller the running one of its SIM if an OTA of the SIM waits for its first POLL. Call it for a POLL whose counter is proven. */
export async function confirmNewPoller(trx: Db, rows: readonly OtaJobRow[], pollerAid: string): Promise<void> {
  for (const row of confirmedBy(rows, pollerAid)) await recordNewPoller(trx, row, pollerAid)
}
