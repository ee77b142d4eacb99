import { sql } from 'kysely'
import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'

/** The statuses of an OTA that has not ended, for `status in`. They are literals, so that the partial indexes of `ota_jobs` serve. */
export const openOta = sql`(${sql.join(openOtaStatuses.map((status) => sql.lit(status)))})`
