import { type RawBuilder, sql } from 'kysely'

/** True for a certificate `c` in whose place its device has got another one for the same key pair over EST. */
export const isRenewedByDevice: RawBuilder<boolean> = sql`exists (select 1 from sim_certificates renewed
  where renewed.renews_id = c.id and renewed.cert_status = 'Active')`
