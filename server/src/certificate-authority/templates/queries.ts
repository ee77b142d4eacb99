import { sql } from 'kysely'
import type { TemplateContent } from '@simdeck/contract/identity-templates.ts'
import type { Db } from '../../platform/db/database.ts'
import { placeholderColumns } from '../../platform/db/placeholder-columns.ts'
import type { TemplateValues } from './fill-template.ts'

/** The part of a template that is stored as JSON. */
export type StoredContent = Omit<TemplateContent, 'name' | 'authorityId'>

export type TemplateRow = {
  id: number
  name: string
  authority_id: number | null
  content: StoredContent
  created_at: Date
  updated_at: Date
  /** Of the CA that signs now: its own one, or else the default. */
  authority_name: string | null
}

const shown = sql`t.id, t.name, t.authority_id, t.content, t.created_at, t.updated_at,
  coalesce(a.name, (select d.name from certificate_authorities d where d.is_default)) as authority_name`
const tables = sql`identity_templates t left join certificate_authorities a on a.id = t.authority_id`

export async function selectTemplates(db: Db, { take, skip }: { take: number; skip: number }): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`select ${shown} from ${tables} order by lower(t.name), t.id limit ${take} offset ${skip}`.execute(
    db,
  )
  return rows
}

export async function selectAllTemplates(db: Db): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`select ${shown} from ${tables} order by t.id`.execute(db)
  return rows
}

export async function countTemplates(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from identity_templates`.execute(db)
  return rows[0]?.count ?? 0
}

/** Keeps the number of templates until the end of the transaction. */
export async function countTemplatesLocked(trx: Db): Promise<number> {
  await sql`lock table identity_templates in share row exclusive mode`.execute(trx)
  return countTemplates(trx)
}

export async function selectTemplate(db: Db, id: number): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`select ${shown} from ${tables} where t.id = ${id}`.execute(db)
  return rows[0]
}

export async function lockTemplate(trx: Db, id: number): Promise<boolean> {
  return (await trx.selectFrom('identity_templates').select('id').where('id', '=', id).forUpdate().executeTakeFirst()) !== undefined
}

/** Throws a unique violation for a name in use in any case of letters. */
export async function insertTemplate(
  trx: Db,
  { name, authorityId, ...content }: TemplateContent,
  createdBy: number | null,
): Promise<number> {
  const row = { name, authority_id: authorityId, content: JSON.stringify(content), created_by: createdBy }
  return (await trx.insertInto('identity_templates').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function writeTemplate(trx: Db, id: number, { name, authorityId, ...content }: TemplateContent): Promise<void> {
  const change = { name, authority_id: authorityId, content: JSON.stringify(content), updated_at: sql<Date>`now()` }
  await trx.updateTable('identity_templates').set(change).where('id', '=', id).execute()
}

export async function removeTemplate(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('identity_templates').where('id', '=', id).execute()
}

/** The values of a SIM for templates; undefined for an unknown SIM. */
export async function selectTemplateValues(db: Db, simId: number): Promise<TemplateValues | undefined> {
  const values = Object.entries(placeholderColumns).map(([name, column]) => sql`${column} as ${sql.id(name)}`)
  const { rows } = await sql<TemplateValues>`select ${sql.join(values)} from sims s where s.id = ${simId}`.execute(db)
  return rows[0]
}
