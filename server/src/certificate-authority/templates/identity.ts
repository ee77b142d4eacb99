import type { TemplateProblem } from '@simdeck/contract/identity-templates.ts'
import { nameText, readName } from '@simdeck/protocol/x509/name.ts'
import type { Db } from '../../platform/db/database.ts'
import type { NewSimCertificate } from '../tables.ts'
import { type FilledIdentity, fillTemplate } from './fill-template.ts'
import { selectTemplate, selectTemplateValues, type TemplateRow } from './queries.ts'

/** The identity that a template gives to a SIM, with its problems; null if one of them does not exist. */
export async function identityOf(
  db: Db,
  templateId: number,
  simId: number,
): Promise<{ template: TemplateRow; filled: FilledIdentity; problems: TemplateProblem[] } | null> {
  const template = await selectTemplate(db, templateId)
  const values = await selectTemplateValues(db, simId)
  return template && values ? { template, ...fillTemplate(template.content, values) } : null
}

/** The columns of a new certificate that its template decides. `subject`: the DER of the name. */
export function identityColumns(
  { template, filled }: { template: TemplateRow; filled: FilledIdentity },
  subject: Uint8Array,
): Pick<NewSimCertificate, 'template_id' | 'template_name' | 'authority_id' | 'identity' | 'subject' | 'csr_subject' | 'delivery'> {
  const { serverAuth, validDays, renewBeforeDays, delivery } = template.content
  return {
    template_id: template.id,
    template_name: template.name,
    authority_id: template.authority_id,
    identity: JSON.stringify({ altNames: filled.altNames, serverAuth, validDays, renewBeforeDays }),
    subject: Buffer.from(subject),
    csr_subject: nameText(readName(subject)),
    delivery,
  }
}
