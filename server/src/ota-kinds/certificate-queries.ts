import { type RawBuilder, sql } from 'kysely'
import type { CertificateStep } from '@simdeck/contract/ota-kinds/certificate.ts'
import { lacksValue } from '../certificate-authority/sql/lacks-value.ts'
import { type StepScope, waitsFor } from '../certificate-authority/sql/waits-for.ts'
import type { UsedTemplate } from '../certificate-authority/templates/used-templates.ts'
import { holdsIotSafe } from '../packages/sql/holds-iot-safe.ts'
import { cardRules, type Rules } from './queries.ts'
import { exclusion } from './sql/exclusion-reason.ts'

const fault = ({ needed, isSigned }: UsedTemplate): RawBuilder<unknown> =>
  isSigned ? sql`case when ${lacksValue(needed)} then ${exclusion('missingValue')} end` : sql`${exclusion('noSigner')}`

/** The fault of the template of the certificate that a renewal of any template works on first. */
function faultOfRenewed(templates: readonly UsedTemplate[], waits: RawBuilder<unknown>): RawBuilder<unknown> {
  if (templates.length === 0) return sql`null`
  const cases = templates.map((one) => sql`when ${one.id} then ${fault(one)}`)
  return sql`(select case c.template_id ${sql.join(cases, sql` `)} end from sim_certificates c
    where c.sim_id = s.id and not c.is_open and ${waits} order by c.id limit 1)`
}

/**
 * Rules for an OTA on a certificate of the IoT SAFE applet. All steps but `issue` need a certificate that waits for them; an issuance and a
 * renewal need the values of the template and its CA. `templates`: that of the step, or all for a renewal by any.
 */
export function certificateRules({ step, ...scope }: { step: CertificateStep } & StepScope, templates: readonly UsedTemplate[]): Rules {
  const [template] = templates
  const waits = step === 'issue' ? null : waitsFor(step, scope)
  const missing = waits
    ? sql`when not exists (select 1 from sim_certificates c where c.sim_id = s.id and not c.is_open and ${waits})
        then ${exclusion('noCertificate')}`
    : sql``
  const faulty = waits && scope.templateId === null ? faultOfRenewed(templates, waits) : template ? fault(template) : sql`null`
  return {
    ...cardRules('certificate'),
    reason: sql`case when not ${holdsIotSafe} then ${exclusion('notInstalled')} ${missing} else ${faulty} end`,
  }
}
