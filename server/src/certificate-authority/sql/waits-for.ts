import { type RawBuilder, sql } from 'kysely'
import type { CertificateStep } from '@simdeck/contract/ota-kinds/certificate.ts'
import { renewalDue } from './renewal-due.ts'

/** Steps that work on a certificate that a SIM has already. */
export type LaterStep = Exclude<CertificateStep, 'issue'>

const conditions: Readonly<Record<LaterStep, RawBuilder<boolean>>> = {
  deliver: sql`(c.cert_status in ('Issued', 'Failed') and c.certificate_id is not null and c.active_at is null)`,
  renew: renewalDue,
  remove: sql`(c.management_status = 'NeedDelete' and c.key_pair_status <> 'Deleted')`,
}

/** True for a certificate `c` that waits for that step: undelivered, due for renewal, or marked for deletion; `id` names the only one. */
export const waitsFor = (step: LaterStep, id: number | null): RawBuilder<boolean> =>
  id === null ? conditions[step] : sql`(c.id = ${id} and ${conditions[step]})`
