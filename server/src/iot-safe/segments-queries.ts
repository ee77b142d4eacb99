import { type RawBuilder, sql } from 'kysely'
import type { IotSafeSegment } from '@simdeck/contract/iot-safe-sims.ts'
import { holdsIotSafe } from '../packages/sql/holds-iot-safe.ts'
import type { Db } from '../platform/db/database.ts'

/** The newest certificate `n` of a SIM `s`, joined beside it. */
export const newestCertificate = sql`left join lateral (select c.is_open, c.key_pair_status, c.csr_status, c.cert_status, c.management_status
  from sim_certificates c where c.sim_id = s.id order by c.id desc limit 1) n on true`

/** The segment of a SIM by its newest certificate `n`. An issuance that has ended before its request was verified needs attention. */
export const segment: RawBuilder<IotSafeSegment> = sql`case
  when n.cert_status is null or n.key_pair_status = 'Deleted' or n.cert_status = 'Deleted' then 'none'
  when n.cert_status in ('Failed', 'Expired', 'Revoked') or n.csr_status = 'Rejected' or n.key_pair_status = 'Failed'
    or (not n.is_open and n.cert_status = 'None' and n.csr_status <> 'Verified') then 'attention'
  when n.cert_status = 'Active' and n.management_status is null then 'active'
  else 'pending' end`

/** The number of SIMs of each segment; segments without SIMs are left out. */
export async function countSegments(db: Db): Promise<{ segment: IotSafeSegment; count: number }[]> {
  const { rows } = await sql<{ segment: IotSafeSegment; count: number }>`
    select ${segment} as segment, count(*) as count from sims s ${newestCertificate} where ${holdsIotSafe} group by 1`.execute(db)
  return rows
}

const serialDigits = 40

/** The SIMs with a certificate whose serial number begins with these hex digits, from the index of serial numbers of each CA. */
export function simsOfSerial(digits: string): RawBuilder<unknown> {
  const first = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  const last = Buffer.from(digits.padEnd(serialDigits, 'f'), 'hex')
  return sql`(select x.sim_id from certificate_authorities a join certificates x on x.ca_id = a.id and x.serial between ${first} and ${last}
    where x.sim_id is not null)`
}
