import type { TemplatePlaceholder } from '@simdeck/contract/identity-templates.ts'
import type { Db } from '../../platform/db/database.ts'
import { signingTemplates } from '../authorities.ts'
import { neededPlaceholders } from './fill-template.ts'
import { selectAllTemplates } from './queries.ts'

/** A template by which certificates are issued: the placeholders that it needs, and true if its CA can sign now. */
export type UsedTemplate = { id: number; needed: readonly TemplatePlaceholder[]; isSigned: boolean }

export async function allTemplates(db: Db): Promise<UsedTemplate[]> {
  const templates = await selectAllTemplates(db)
  const signed = await signingTemplates(db, templates)
  return templates.map(({ id, content }) => ({ id, needed: neededPlaceholders(content), isSigned: signed.has(id) }))
}
