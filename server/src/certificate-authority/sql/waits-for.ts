import { type RawBuilder, sql } from 'kysely'
import type { CertificateStep } from '@simdeck/contract/ota-kinds/certificate.ts'
import { renewalDue } from './renewal-due.ts'

/** Steps that work on a certificate that a SIM has already. */
export type LaterStep = Exclude<CertificateStep, 'issue'>

const conditions: Readonly<Record<LaterStep, RawBuilder<boolean>>> = {
  deliver: sql`(c.cert_status in ('Issued', 'Failed') and c.certificate_id is not null and c.active_at is null
    and c.valid_to > now())`,
  renew: renewalDue,
  remove: sql`(c.management_status = 'NeedDelete' and c.key_pair_status <> 'Deleted')`,
}

/** The certificates on which a step may work: the only one, and those of a template; null for any. */
export type StepScope = { certificateId: number | null; templateId: number | null }

/** True for a certificate `c` that waits for that step: undelivered, due for renewal, or marked for deletion. */
export function waitsFor(step: LaterStep, { certificateId, templateId }: StepScope): RawBuilder<boolean> {
  const all = [conditions[step]]
  if (certificateId !== null) all.push(sql`c.id = ${certificateId}`)
  if (templateId !== null) all.push(sql`c.template_id = ${templateId}`)
  return sql`(${sql.join(all, sql` and `)})`
}
