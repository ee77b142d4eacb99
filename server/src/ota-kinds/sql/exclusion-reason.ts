import { sql } from 'kysely'
import type { ExclusionReason } from '@simdeck/contract/bulk-ota.ts'

/** Reason for excluding a SIM from a campaign, as an SQL literal. */
export const exclusion = (reason: ExclusionReason) => sql.lit(reason)
