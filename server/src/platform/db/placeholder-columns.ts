import { type RawBuilder, sql } from 'kysely'
import type { TemplatePlaceholder } from '@simdeck/contract/identity-templates.ts'

/** The value of each placeholder for a SIM `s`. */
export const placeholderColumns: Readonly<Record<TemplatePlaceholder, RawBuilder<unknown>>> = {
  iccid: sql`s.iccid`,
  imsi: sql`s.imsi`,
  imei: sql`s.imei`,
  msisdn: sql`s.msisdn`,
  // Profiles of an eUICC are not assigned to SIMs.
  eid: sql`null::text`,
  simId: sql`s.id::text`,
  'group.name': sql`(select g.name from groups g where g.id = s.group_id)`,
}
