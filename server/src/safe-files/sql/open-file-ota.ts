import { type RawBuilder, sql } from 'kysely'
import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'

/** Literals, so that PostgreSQL can use the index of open OTAs. */
const open = sql.join(openOtaStatuses.map((status) => sql.lit(status)))

/** Condition for the open OTA `o` on a file of this SIM; a SIM has one at most. */
export const openFileOta = (simId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(o.sim_id = ${simId} and o.applet_type is null and o.kind = 'safe-file' and o.status in (${open}))`
