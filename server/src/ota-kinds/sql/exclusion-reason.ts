import { sql } from 'kysely'
import type { ExclusionReason } from '@simdeck/contract/bulk-ota.ts'

/** The reason for which a campaign leaves a SIM out, as a literal of SQL. */
export const exclusion = (reason: ExclusionReason) => sql.lit(reason)
