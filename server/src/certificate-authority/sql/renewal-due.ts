import { type RawBuilder, sql } from 'kysely'
import { isRenewedByDevice } from './renewed.ts'

/**
 * True for a certificate `c` in use that is marked for renewal, or whose time for renewal has come and that its device has not renewed. A
 * certificate that replaces it, and that waits for its approval or its delivery, makes it false.
 */
export const renewalDue: RawBuilder<boolean> = sql`(c.active_at is not null and c.cert_status in ('Active', 'Expired')
  and c.template_id is not null and c.management_status is distinct from 'NeedDelete'
  and (c.management_status = 'NeedUpdate' or (c.renew_at <= now() and not ${isRenewedByDevice}))
  and not exists (select 1 from sim_certificates later where later.sim_id = c.sim_id and later.slot_id = c.slot_id and later.id > c.id
    and later.csr_status in ('Verified', 'Signed') and later.cert_status in ('None', 'Issued', 'Writing')))`
