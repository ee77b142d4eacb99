import { sql } from 'kysely'
import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'

/**
 * The statuses of an OTA that has not ended, for `status in`. They are literals, so that PostgreSQL can use the partial indexes of
 * `ota_jobs`.
 */
export const openOta = sql`(${sql.join(openOtaStatuses.map((status) => sql.lit(status)))})`
