import { type RawBuilder, sql } from 'kysely'

/** True for a certificate `c` in use that is marked for renewal, or that ends within the time that its template tells. */
export const renewalDue: RawBuilder<boolean> = sql`(c.active_at is not null and c.cert_status in ('Active', 'Expired')
  and c.template_id is not null and c.management_status is distinct from 'NeedDelete'
  and (c.management_status = 'NeedUpdate' or c.valid_to <= now() + make_interval(days => (c.identity ->> 'renewBeforeDays')::int)))`
