import { ApiError } from '@simdeck/contract/errors.ts'
import type { IdentityTemplate } from '@simdeck/contract/identity-templates.ts'
import type { Db } from '../../platform/db/database.ts'
import { selectTemplate, type TemplateRow } from './queries.ts'

/** Throws `ApiError('templateNotFound')`. */
export async function templateById(db: Db, id: number): Promise<IdentityTemplate> {
  const row = await selectTemplate(db, id)
  if (!row) throw new ApiError('templateNotFound')
  return templateShape(row)
}

export function templateShape(row: TemplateRow): IdentityTemplate {
  return {
    ...row.content,
    id: row.id,
    name: row.name,
    authorityId: row.authority_id,
    authorityName: row.authority_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
