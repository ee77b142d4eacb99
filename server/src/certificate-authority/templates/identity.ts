import type { TemplateProblem } from '@simdeck/contract/identity-templates.ts'
import type { Db } from '../../platform/db/database.ts'
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
